#include "engine/bind/folded_cloth.h"

#include <algorithm>

#include "engine/bind/nearby.h"
#include "engine/math/triangle.h"

namespace mannequin {
namespace {

// The two sides of a fold are this close, metres. What faces the skin by itself, as the inner side of an
// arm's sleeve does the trunk, has the limb between.
constexpr double kThickest = 0.010;
constexpr double kOnSide =
    0.7;  // cosine between normals of a face of the outer side and of the skin (45 degrees)
constexpr double kFacesBack = 0.3;   // cosine between a face's normal and the way to the skin
constexpr double kAcrossFold = 0.5;  // cosine between a side's normal and the way from the other one
constexpr double kSameSkin = 0.985;  // cosine between normals of the skin (10 degrees)

}  // namespace

FoldedCloth::FoldedCloth(const Surface& cloth, std::vector<Vec3> skin, std::vector<char> hangs)
    : cloth_(cloth),
      skin_(std::move(skin)),
      faces_(triangle_normals(cloth)),
      hangs_(std::move(hangs)),
      triangles_(cloth.positions.size()),
      tree_(cloth),
      back_tree_(back_) {
  back_.positions = cloth.positions;
  for (std::uint32_t t = 0; t < faces_.size(); ++t) {
    const Surface::Triangle& corners = cloth.triangles[t];
    for (const std::uint32_t v : corners) triangles_[v].push_back(t);
    if (!std::ranges::all_of(corners,
                             [&](std::uint32_t v) { return glm::dot(faces_[t], skin_[v]) < -kFacesBack; }))
      continue;
    back_.triangles.push_back(corners);
    back_faces_.push_back(faces_[t]);
  }
  back_tree_ = SurfaceTree(back_);
}

bool FoldedCloth::outer(std::uint32_t vertex, double least_cosine) const {
  const Vec3 normal = outer_normal(vertex);
  if (!(glm::dot(normal, skin_[vertex]) >= least_cosine)) return false;
  const Vec3& from = cloth_.positions[vertex];
  const auto lining = back_tree_.nearest(from, kThickest);
  if (!lining || !over_same_skin(vertex, back_.triangles[lining->triangle], *lining)) return false;
  return glm::dot(back_faces_[lining->triangle], normal) < -kAcrossFold &&
         glm::dot(from - lining->position, normal) >= kAcrossFold * lining->distance;
}

std::optional<SurfacePoint> FoldedCloth::before(std::uint32_t vertex) const {
  const Vec3& from = cloth_.positions[vertex];
  // From the face that is turned furthest from the skin: on an edge, others lead over it.
  Vec3 way(0.0);
  for (const std::uint32_t t : triangles_[vertex])
    if (glm::dot(faces_[t] + way, skin_[vertex]) < 0.0) way = -faces_[t];
  if (way == Vec3(0.0)) return std::nullopt;
  const std::vector<SurfaceCrossing> met = tree_.along(from, way);
  const auto leaving =
      std::ranges::find_if(met, [](const SurfaceCrossing& m) { return m.leaves && m.at > kSamePlace; });
  if (leaving == met.end() || leaving->at > kThickest) return std::nullopt;
  const Surface::Triangle& t = cloth_.triangles[leaving->triangle];
  SurfacePoint place{leaving->triangle, Vec3(0.0), from + leaving->at * way, leaving->at};
  place.barycentric = nearest_in_triangle(place.position, cloth_.positions[t[0]], cloth_.positions[t[1]],
                                          cloth_.positions[t[2]]);
  if (!over_same_skin(vertex, t, place)) return std::nullopt;
  return place;
}

Vec3 FoldedCloth::outer_normal(std::uint32_t vertex) const {
  Vec3 sum(0.0);
  for (const std::uint32_t t : triangles_[vertex])
    if (glm::dot(faces_[t], skin_[vertex]) >= kOnSide) sum += faces_[t];
  const double length = glm::length(sum);
  return length > 0.0 ? sum / length : Vec3(0.0);
}

bool FoldedCloth::over_same_skin(std::uint32_t vertex, const Surface::Triangle& corners,
                                 const SurfacePoint& place) const {
  if (hangs_[vertex]) return true;
  Vec3 normal(0.0);
  for (std::size_t k = 0; k < 3; ++k) normal += place.barycentric[static_cast<int>(k)] * skin_[corners[k]];
  return glm::dot(normal, skin_[vertex]) >= kSameSkin * glm::length(normal);
}

}  // namespace mannequin
