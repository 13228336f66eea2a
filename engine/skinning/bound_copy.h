// What a CPU skinner keeps of a mesh: its vertices in bind space with their influences.
#pragma once

#include <span>
#include <vector>

#include "engine/mesh/skin.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

// The bind shape is applied once: position = G v, normal = G^-T n (not normalised, as in the reference).
struct BoundVertex {
  Vec3 position;
  Vec3 normal;
  VertexInfluences influences;
};

struct BoundCopy {
  std::vector<BoundVertex> vertices;
  std::size_t palette_size = 0;
};

BoundCopy copy_bound(const Mesh& mesh, const Skin& skin);

// The errors that every skinner gives alike.
tl::unexpected<Error> unknown_mesh(MeshId mesh);
Status check_palettes(const SkinJob& job, std::size_t palette_size);
Status check_read_back(std::size_t vertex_count, std::uint32_t instances, std::uint32_t instance,
                       std::size_t out_size);

// Copies one instance out of an instance-major array, after checking that it was skinned and that `out` fits.
Status copy_instance(std::span<const SkinnedVertex> skinned, std::size_t vertex_count, std::uint32_t instance,
                     std::span<SkinnedVertex> out);

}  // namespace mannequin
