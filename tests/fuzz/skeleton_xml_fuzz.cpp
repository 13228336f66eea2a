#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_xml.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto desc = io::read_skeleton_xml(text_of(bytes), "fuzz.xml");
  if (taken(desc)) (void)taken(Skeleton::build(std::move(*desc)));
}
