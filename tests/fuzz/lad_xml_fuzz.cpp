#include "tests/fuzz/mutate_xml.h"
#include "tests/fuzz/use_appearance.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  SkeletonDesc skeleton;
  auto desc = io::read_lad_xml(text_of(bytes), "fuzz.xml", skeleton);
  if (taken(desc)) use_appearance(std::move(*desc));
}
