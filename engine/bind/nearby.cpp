#include "engine/bind/nearby.h"

#include <algorithm>
#include <array>

namespace mannequin {
namespace {

constexpr int kNormalRounds = 6;         // towards the place whose normal passes through the point
constexpr double kNormalSettled = 1e-6;  // metres; rounds that move less end
// Two places are equally near if a step of kAside metres to some side leads from one to the other, and they
// are this far apart: a quarter of the distance, but neither less nor more than so much. Closer ones belong
// to one wall, not to two. A step only makes up for rounding and for skeletons whose halves differ, which
// puts the middle of the man's default shape 0.08 mm aside: a longer one finds, in flat folds as those below
// breasts, places for equally near of which one clearly is not.
constexpr double kAside = 1e-4, kElsewhere = 2e-3, kElsewhereShare = 0.25, kElsewhereAtMost = 0.010;
// How much it counts against the place along the normal that it is turned, too, and what turn of the nearest
// tells little: 10 degrees. By trial, on our clothes and on parts of bodies that were moved off them.
constexpr double kTurnedToo = 0.3, kHardlyTurned = 0.016;

// Towards the corners of a tetrahedron: whichever way two places lie from a point, one leads nearer to
// either.
constexpr std::array kWays = {Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)};

// Whether there are any.
bool add_equally_near(const Vec3& point, const SourceTrees& sources, const SourceTrees::Match& match,
                      std::vector<GroupWeight>& weights) {
  if (match.point.distance <= kElsewhere) return false;
  const double elsewhere = std::clamp(kElsewhereShare * match.point.distance, kElsewhere, kElsewhereAtMost);
  std::vector<Vec3> places = {match.point.position};
  std::vector<GroupWeight> sum = weights;
  for (const Vec3& way : kWays) {
    const SourceTrees::Match other = sources.nearest(point + kAside * way);
    if (std::ranges::any_of(
            places, [&](const Vec3& p) { return glm::distance(p, other.point.position) <= elsewhere; }))
      continue;
    places.push_back(other.point.position);
    add_weights(sum, sources.weights_at(other), 1.0);
  }
  if (places.size() == 1) return false;
  weights.clear();
  add_weights(weights, sum, 1.0 / static_cast<double>(places.size()));
  sort_by_weight(weights);
  return true;
}

struct NearestWeights {
  NearbyWeights weights;
  SourceTrees::Match match;
  bool only = true;  // no other place is as near
};

NearestWeights find_nearest(const Vec3& point, const SourceTrees& sources) {
  NearestWeights out;
  out.match = sources.nearest(point);
  if (!out.match.found) return out;
  out.weights.weights = sources.weights_at(out.match);
  out.only = !add_equally_near(point, sources, out.match, out.weights.weights);
  out.weights.distance = out.match.point.distance;
  out.weights.normal = sources.normal_at(out.match);
  out.weights.away = point - out.match.point.position;
  out.weights.above = glm::dot(out.weights.away, out.weights.normal);
  return out;
}

// From 0, facing the same way, to 2, facing the other way.
double turned(const Vec3& normal, const Vec3& facing) {
  return std::max(1.0 - glm::dot(normal, facing), 0.0);
}

}  // namespace

NearbyWeights nearest_weights(const Vec3& point, const SourceTrees& sources) {
  return find_nearest(point, sources).weights;
}

NearbyWeights weights_near(const Vec3& point, const Vec3& facing, const SourceTrees& sources) {
  const NearestWeights nearest = find_nearest(point, sources);
  NearbyWeights out = nearest.weights;
  if (!nearest.only) return out;
  SourceTrees::Match along = nearest.match;
  for (int round = 0; round < kNormalRounds && along.found; ++round) {
    const Vec3 n = sources.normal_at(along), before = along.point.position;
    along = sources.nearest(point - n * glm::dot(point - before, n));
    if (glm::distance(along.point.position, before) < kNormalSettled) break;
  }
  if (!along.found || glm::distance(point, along.point.position) > 2.0 * out.distance + kSamePlace)
    return out;
  const std::vector<GroupWeight> there = sources.weights_at(along);
  if (there.empty()) return out;
  const double here_turned = turned(out.normal, facing);
  out.normal = sources.normal_at(along);
  if (out.distance > kSpans) return out;
  const double share = here_turned / (here_turned + kTurnedToo * turned(out.normal, facing) + kHardlyTurned);
  std::vector<GroupWeight> mean;
  add_weights(mean, out.weights, 1.0 - share);
  add_weights(mean, there, share);
  sort_by_weight(mean);
  out.weights = std::move(mean);
  return out;
}

}  // namespace mannequin
