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
constexpr double kNearby = 0.12, kBeneath = 0.03, kCloseOver = 0.06;  // metres
constexpr std::size_t kMostTried = 60;

struct Place {
  Vec3 at{0.0}, normal{0.0};  // world
};

// By vertex; normals are of the triangles around it, by their size, and point away from the avatar's axis
// where there are none.
std::vector<Place> places_of(const DressedAvatar& avatar, const WornMesh& mesh) {
  std::vector<Place> places(mesh.mesh.vertex_count());
  const Vec3 lift(0.0, 0.0, avatar.lift());
  for (std::size_t v = 0; v < places.size(); ++v) places[v].at = skinned_vertex(mesh, v) + lift;
  const auto indices = mesh.mesh.indices();
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const Vec3 a = places[indices[i]].at;
    const Vec3 normal = glm::cross(places[indices[i + 1]].at - a, places[indices[i + 2]].at - a);
    for (std::size_t corner = i; corner < i + 3; ++corner) places[indices[corner]].normal += normal;
  }
  for (Place& place : places) {
    if (glm::length(place.normal) < 1e-12) place.normal = Vec3(place.at.x, place.at.y, 0.0);
    if (glm::length(place.normal) < 1e-12) place.normal = Vec3(1.0, 0.0, 0.0);
    place.normal = glm::normalize(place.normal);
  }
  return places;
}

// `beyond`: what is nearer to the place than this does not count, metres.
std::optional<Vec3> free_side(Surface& surface, const DressedAvatar& avatar, const Place& place,
                              double distance, double beyond = 0.0) {
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
      if (surface.covers(avatar, place.at + beyond * from, from, distance - beyond) == nullptr) return from;
    }
  return std::nullopt;
}

// Those that lie over something else, as skin over the cloth that it came through, the nearest first.
std::vector<std::size_t> lying_over(Surface& surface, const DressedAvatar& avatar, const WornMesh& mesh,
                                    const std::vector<Place>& places, std::size_t vertex) {
  std::vector<std::pair<double, std::size_t>> found;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const double away = glm::distance(places[v].at, places[vertex].at);
    if (v == vertex || away > kNearby) continue;
    const WornMesh* const beneath = surface.covers(avatar, places[v].at, -places[v].normal, kBeneath);
    if (beneath != nullptr && beneath != &mesh) found.emplace_back(away, v);
  }
  std::ranges::sort(found);
  std::vector<std::size_t> vertices;
  const std::size_t step = found.size() / kMostTried + 1;
  for (std::size_t i = 0; i < found.size(); i += step) vertices.push_back(found[i].second);
  return vertices;
}

}  // namespace

Sight best_sight(Surface& surface, const DressedAvatar& avatar, const WornMesh& mesh, std::size_t vertex,
                 double distance) {
  const std::vector<Place> places = places_of(avatar, mesh);
  const Place& place = places[vertex];
  for (const double eye : {distance, std::min(distance, kInFolds)})
    if (const auto from = free_side(surface, avatar, place, eye)) return {vertex, place.at, *from, eye};
  const WornMesh* const cover = surface.covers(avatar, place.at, place.normal, distance);
  for (const std::size_t other : lying_over(surface, avatar, mesh, places, vertex))
    if (const auto from = free_side(surface, avatar, places[other], distance))
      return {other, places[other].at, *from, distance, true, cover};
  // What lies close over it cannot be avoided; a head or an arm further off can.
  const auto outside = free_side(surface, avatar, place, distance, kCloseOver);
  return {vertex, place.at, outside.value_or(place.normal), distance, false, cover};
}

}  // namespace mannequin::document
