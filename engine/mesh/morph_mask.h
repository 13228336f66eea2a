// Masks from baked textures that weight a few morphs of the system avatar per vertex.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/mesh/base_mesh.h"

namespace mannequin {

// One number per texel, rows from v = 0 upwards; width x height entries, both above 0.
struct MaskImage {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> texels;
};

// Per vertex of the mesh, 0..1: the nearest texel at the vertex's texture coordinates; on a seam, at those
// of the vertex it is remapped to. Source: ALGORITHM 8.4.
std::vector<float> mask_weights(const MaskImage& mask, bool invert, const BaseMeshDesc& mesh);

}  // namespace mannequin
