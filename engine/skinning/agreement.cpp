#include "engine/skinning/agreement.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace mannequin {
namespace {

double distance_or_infinity(const Vec3& a, const Vec3& b) {
  const double distance = glm::length(a - b);
  return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

}  // namespace

Agreement compare_with_reference(std::span<const SkinnedVertex> skinned,
                                 std::span<const ReferenceVertex> reference) {
  assert(skinned.size() == reference.size());
  Agreement agreement;
  if (reference.empty()) return agreement;
  Vec3 low = reference.front().position, high = low;
  for (std::size_t v = 0; v < reference.size(); ++v) {
    low = glm::min(low, reference[v].position);
    high = glm::max(high, reference[v].position);
    const double distance = distance_or_infinity(Vec3(skinned[v].position), reference[v].position);
    if (distance > agreement.position) {
      agreement.position = distance;
      agreement.vertex = static_cast<std::uint32_t>(v);
    }
    if (reference[v].normal != Vec3(0.0))
      agreement.normal =
          std::max(agreement.normal, distance_or_infinity(Vec3(skinned[v].normal), reference[v].normal));
    if (reference[v].tangent != Vec3(0.0))
      agreement.tangent =
          std::max(agreement.tangent, distance_or_infinity(Vec3(skinned[v].tangent), reference[v].tangent));
  }
  if (agreement.position == 0.0) return agreement;
  // The quotient of two infinite lengths would be NaN, which exceeds no limit.
  const double relative = agreement.position / std::max(glm::length(high - low), kLeastSize);
  agreement.relative = std::isfinite(relative) ? relative : std::numeric_limits<double>::infinity();
  return agreement;
}

}  // namespace mannequin
