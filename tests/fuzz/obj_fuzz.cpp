#include "tests/fuzz/small_rig.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  (void)io::looks_like_obj(text_of(bytes));
  const auto mesh = io::read_obj(text_of(bytes), "fuzz.obj");
  if (taken(mesh)) bind_rig(two_bones(), *mesh, {});
}
