#include "engine/io/bound_mesh.h"
#include "tests/fuzz/build_meshes.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

// No folder: buffers come from the file itself.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto file = io::read_gltf(bytes, "fuzz.glb", {});
  if (taken(file)) build_meshes(std::move(*file));
}
