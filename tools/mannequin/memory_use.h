// What a mesh costs in memory on each backend that is there.
#pragma once

#include <string>
#include <vector>

#include "engine/skinning/skinner.h"

namespace mannequin::program {

struct MemoryUse {
  std::string backend, device;
  VertexFormat format = VertexFormat::full;
  std::vector<MeshBytes> meshes;  // one per mesh that was asked about
};

struct SkinnedMesh {
  const Mesh* mesh;
  const Skin* skin;
};

// Backends that are not there, or that have no room for the meshes, are left out.
std::vector<MemoryUse> memory_use(std::span<const SkinnedMesh> meshes);

}  // namespace mannequin::program
