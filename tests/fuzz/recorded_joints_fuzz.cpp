#include "engine/io/recorded_joints.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_xml.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto recorded = io::read_recorded_joints(bytes, "fuzz.xml");
  if (taken(recorded)) (void)resolve_offsets(character().skeleton, recorded->worn);
}
