#include "tests/fuzz/fuzz_target.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  SkeletonDesc skeleton;
  auto desc = io::read_lad_xml(text_of(bytes), "fuzz.xml", skeleton);
  if (taken(desc)) (void)taken(Appearance::build(std::move(*desc), character().skeleton));
}
