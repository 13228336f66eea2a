// What the program does with meshes that a reader took: nothing of it may trip over them.
#pragma once

#include "engine/io/bound_mesh.h"
#include "engine/io/gltf_writer.h"
#include "engine/mesh/retarget.h"
#include "tests/fuzz/fuzz_target.h"

namespace mannequin::fuzz {

inline void build_meshes(io::BoundMeshFile file) {
  const Skeleton& skeleton = character().skeleton;
  (void)io::write_glb(file.meshes, &skeleton);
  for (BoundMeshDesc& bound : file.meshes) {
    const auto mesh = Mesh::build(std::move(bound.mesh));
    if (!mesh || !bound.rigged()) continue;
    retarget(bound.skin, skeleton, BindReading::viewer);
    (void)Skin::build(std::move(bound.skin), *mesh, skeleton);
  }
}

}  // namespace mannequin::fuzz
