#include "engine/mesh/morph_mask.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace mannequin {
namespace {

std::size_t texel(float coordinate, std::uint32_t size) {
  const float last = static_cast<float>(size - 1);
  return static_cast<std::size_t>(std::clamp(std::floor(coordinate * last), 0.0f, last));
}

}  // namespace

std::vector<float> mask_weights(const MaskImage& mask, bool invert, const BaseMeshDesc& mesh) {
  assert(mask.width > 0 && mask.height > 0 && mask.texels.size() == std::size_t{mask.width} * mask.height);
  std::vector<Vec2f> uvs = mesh.uvs;
  for (const VertexRemap& remap : mesh.remaps) uvs[remap.source] = mesh.uvs[remap.destination];
  std::vector<float> weights;
  weights.reserve(uvs.size());
  for (const Vec2f& uv : uvs) {
    const std::size_t at = texel(uv.y, mask.height) * mask.width + texel(uv.x, mask.width);
    const float weight = static_cast<float>(mask.texels[at]) / 255.0f;
    weights.push_back(invert ? 1.0f - weight : weight);
  }
  return weights;
}

}  // namespace mannequin
