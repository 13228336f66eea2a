#include "engine/bind/eyeballs.h"

#include <algorithm>
#include <limits>

namespace mannequin {
namespace {

constexpr double kEyeballSize = 0.08;    // metres, across
constexpr double kEyeballOffset = 0.02;  // of its middle from the eye's joint

// The name of the eye bone that begins nearest to the point.
const std::string& nearest_eye(const EyeChoice& eyes, const Vec3& point) {
  std::size_t nearest = eyes.bones.size();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < eyes.bones.size(); ++b) {
    const double distance = glm::distance(eyes.bones[b].head, point);
    if (!eyes.is_eye_bone[b] || distance >= least) continue;
    nearest = b;
    least = distance;
  }
  return eyes.bones[nearest].name;
}

bool any(const std::vector<bool>& flags) { return std::ranges::find(flags, true) != flags.end(); }

}  // namespace

std::vector<bool> eyeball_vertices(const Surface& surface, std::span<const Vec3> eyes) {
  const SurfaceParts parts = connected_parts(surface.positions.size(), surface.triangles);
  std::vector<Vec3> low(parts.count, Vec3(std::numeric_limits<double>::infinity())),
      high(parts.count, Vec3(-std::numeric_limits<double>::infinity()));
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    low[parts.part[v]] = glm::min(low[parts.part[v]], surface.positions[v]);
    high[parts.part[v]] = glm::max(high[parts.part[v]], surface.positions[v]);
  }
  std::vector<bool> eyeball(parts.count);
  for (std::size_t p = 0; p < parts.count; ++p) {
    const Vec3 size = high[p] - low[p];
    eyeball[p] =
        std::max({size.x, size.y, size.z}) <= kEyeballSize && std::ranges::any_of(eyes, [&](const Vec3& eye) {
          return glm::distance(eye, 0.5 * (low[p] + high[p])) <= kEyeballOffset;
        });
  }
  std::vector<bool> out(surface.positions.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = eyeball[parts.part[v]];
  return out;
}

Result<BoundWeights> weights_with_eyes_apart(
    const Surface& surface, const BindSources& sources, const EyeChoice& eyes,
    const std::function<Result<BoundWeights>(const SourceTrees&)>& make) {
  const SourceTrees* const eyeballs = sources.eyeballs();
  const bool wanted = any(eyes.is_eyeball) && any(eyes.is_eye_bone);
  const SourceTrees* const faces = wanted || eyeballs != nullptr ? sources.faces() : nullptr;
  if (faces == nullptr) return make(sources.all());
  Result<BoundWeights> made = make(*faces);
  if (!made || !wanted) return made;
  BoundWeights copied;
  if (eyeballs != nullptr) {
    Result<BoundWeights> from_eyeballs = copy_weights(surface, *eyeballs);
    if (!from_eyeballs) return from_eyeballs;
    copied = std::move(*from_eyeballs);
  }
  WeightTable& table = made->weights;
  for (std::uint32_t v = 0; v < table.vertices.size(); ++v) {
    if (!eyes.is_eyeball[v]) continue;
    std::vector<GroupWeight> weights;
    if (eyeballs == nullptr)
      weights.push_back({group_named(table, nearest_eye(eyes, surface.positions[v])), 1.0});
    else
      for (const GroupWeight& w : copied.weights.vertices[v])
        weights.push_back({group_named(table, copied.weights.groups[w.group]), w.weight});
    table.vertices[v] = std::move(weights);
  }
  return made;
}

}  // namespace mannequin
