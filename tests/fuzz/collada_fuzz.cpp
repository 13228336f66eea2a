#include "engine/io/bound_mesh.h"
#include "tests/fuzz/build_meshes.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_xml.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto file = io::read_collada(bytes, "fuzz.dae");
  if (taken(file)) build_meshes(std::move(*file));
}
