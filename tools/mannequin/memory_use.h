// The memory a mesh costs on each available backend.
#pragma once

#include <string>
#include <vector>

#include "engine/skinning/skinner.h"

namespace mannequin::program {

struct MemoryUse {
  std::string backend, device;
  VertexFormat format = VertexFormat::full;
  std::vector<MeshBytes> meshes;  // one per requested mesh
};

struct SkinnedMesh {
  const Mesh* mesh;
  const Skin* skin;
};

// Omits backends that are missing, or lack memory for the meshes.
std::vector<MemoryUse> memory_use(std::span<const SkinnedMesh> meshes);

}  // namespace mannequin::program
