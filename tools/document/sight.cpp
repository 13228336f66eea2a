#include "tools/document/sight.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace mannequin::document {
namespace {

// Sides that are tried: rings around the first one, the nearest first. Beyond the last ring the surface would
// be seen edge-on.
constexpr int kRings = 4, kSidesOfRing = 16;
constexpr double kRingStep = 0.28;        // 16 degrees
constexpr double kLeastEyeHeight = 0.02;  // metres above the ground, which is seen from above only
constexpr double kInFolds = 0.3;          // metres to the eye, where it is nearer than what covers
constexpr double kDeepInFolds = 0.06;     // the same, where little more than the place itself is in view
constexpr double kNearby = 0.12, kBeneath = 0.03, kCloseOver = 0.06;  // metres
constexpr std::size_t kMostTried = 60;

using Place = SurfacePlace;

std::vector<Place> places_of(const DressedAvatar& avatar, const WornMesh& mesh) {
  std::vector<Vec3> positions(mesh.mesh.vertex_count());
  for (std::size_t v = 0; v < positions.size(); ++v)
    positions[v] = skinned_vertex(mesh, v) + Vec3(0.0, 0.0, avatar.lift());
  return surface_places(positions, mesh.mesh.indices());
}

// Those that lie over something else, as skin over the cloth that it came through, the nearest first.
std::vector<std::size_t> lying_over(Surface& surface, const DressedAvatar& avatar, const WornMesh& mesh,
                                    const std::vector<Place>& places, std::size_t vertex) {
  std::vector<std::pair<double, std::size_t>> found;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const double away = glm::distance(places[v].at, places[vertex].at);
    if (v == vertex || away > kNearby) continue;
    const auto beneath = surface.between(avatar, places[v].at, -places[v].normal, kBeneath);
    if (!beneath.empty() && beneath.front() != &mesh) found.emplace_back(away, v);
  }
  std::ranges::sort(found);
  std::vector<std::size_t> vertices;
  const std::size_t step = found.size() / kMostTried + 1;
  for (std::size_t i = 0; i < found.size(); i += step) vertices.push_back(found[i].second);
  return vertices;
}

}  // namespace

std::vector<SurfacePlace> surface_places(std::span<const Vec3> positions,
                                         std::span<const std::uint32_t> indices) {
  std::vector<SurfacePlace> places(positions.size());
  for (std::size_t v = 0; v < places.size(); ++v) places[v].at = positions[v];
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const Vec3 a = places[indices[i]].at;
    const Vec3 normal = glm::cross(places[indices[i + 1]].at - a, places[indices[i + 2]].at - a);
    for (std::size_t corner = i; corner < i + 3; ++corner) places[indices[corner]].normal += normal;
  }
  for (SurfacePlace& place : places) {
    if (glm::length(place.normal) < 1e-12) place.normal = Vec3(place.at.x, place.at.y, 0.0);
    if (glm::length(place.normal) < 1e-12) place.normal = Vec3(1.0, 0.0, 0.0);
    place.normal = glm::normalize(place.normal);
  }
  return places;
}

std::optional<Vec3> seen_side(const SurfacePlace& place, double distance, const SeenFrom& seen) {
  // Two directions across the normal, the first one level, so that each ring begins at a side.
  const Vec3 level = glm::cross(Vec3(0.0, 0.0, 1.0), place.normal);
  const Vec3 u = glm::length(level) > 1e-3 ? glm::normalize(level) : Vec3(0.0, 1.0, 0.0),
             v = glm::cross(place.normal, u);
  for (int ring = 0; ring <= kRings; ++ring)
    for (int side = 0; side < (ring == 0 ? 1 : kSidesOfRing); ++side) {
      const double angle = ring * kRingStep, around = side * glm::two_pi<double>() / kSidesOfRing;
      const Vec3 from =
          std::cos(angle) * place.normal + std::sin(angle) * (std::cos(around) * u + std::sin(around) * v);
      if (place.at.z + distance * from.z < std::min(kLeastEyeHeight, place.at.z)) continue;
      if (seen(place.at, from)) return from;
    }
  return std::nullopt;
}

Sight best_sight(Surface& surface, const DressedAvatar& avatar, const WornMesh& mesh, std::size_t vertex,
                 double distance) {
  const std::vector<Place> places = places_of(avatar, mesh);
  const Place& place = places[vertex];
  const auto between = [&](const Vec3& at, const Vec3& from, double to) {
    return surface.between(avatar, at, from, to);
  };
  const auto free_side = [&](const Place& of, double eye) {
    return seen_side(of, eye,
                     [&](const Vec3& at, const Vec3& from) { return between(at, from, eye).empty(); });
  };
  if (const auto from = free_side(place, kOutside)) return {vertex, place.at, *from, distance};

  // What lies close over it cannot be avoided; a head or an arm further off can.
  const auto nothing_beyond = [&](const Vec3& at, const Vec3& from) {
    return between(at + kCloseOver * from, from, kOutside - kCloseOver).empty();
  };
  const auto own_is_not = [&](double eye) {
    return [&, eye](const Vec3& at, const Vec3& from) {
      const auto met = between(at, from, eye);
      return std::ranges::find(met, &mesh) == met.end();
    };
  };
  const auto above = between(place.at, place.normal, kOutside);
  const WornMesh* const cover = above.empty() ? nullptr : above.front();
  auto through = seen_side(place, kOutside, [&](const Vec3& at, const Vec3& from) {
    return nothing_beyond(at, from) && own_is_not(kOutside)(at, from);
  });
  if (!through) through = seen_side(place, kOutside, own_is_not(kOutside));
  if (through) return {vertex, place.at, *through, distance, cover, between(place.at, *through, kOutside)};

  // Its own mesh is in the way, but further off.
  const WornMesh* const over = cover == nullptr ? &mesh : cover;
  const auto nearer = [&](double eye) -> std::optional<Sight> {
    if (const auto from = free_side(place, eye)) return Sight{vertex, place.at, *from, eye, over};
    if (const auto from = seen_side(place, eye, own_is_not(eye)))
      return Sight{vertex, place.at, *from, eye, over, between(place.at, *from, eye)};
    return std::nullopt;
  };
  if (auto sight = nearer(std::min(distance, kInFolds))) return *sight;
  for (const std::size_t other : lying_over(surface, avatar, mesh, places, vertex))
    if (const auto from = free_side(places[other], kOutside))
      return {other, places[other].at, *from, distance, cover};
  if (auto sight = nearer(std::min(distance, kDeepInFolds))) return *sight;

  const Vec3 from = seen_side(place, kOutside, nothing_beyond).value_or(place.normal);
  return {vertex, place.at, from, distance, cover, between(place.at, from, kOutside)};
}

}  // namespace mannequin::document
