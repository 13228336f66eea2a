#include "tools/document/picking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/plain_names.h"

namespace mannequin::document {

std::vector<JointWeight> vertex_weights(const WornMesh& mesh, std::size_t vertex) {
  std::vector<JointWeight> weights;
  // In-world it follows something the file did not specify.
  if (std::ranges::binary_search(mesh.skin.unbound_vertices(), static_cast<std::uint32_t>(vertex)))
    return weights;
  const VertexInfluences& influences = mesh.skin.influences()[vertex];
  for (std::size_t k = 0; k < kMaxInfluences; ++k) {
    const std::size_t slot = influences.joint[k];
    const double weight = static_cast<double>(influences.weight[k]);
    if (weight <= 0.0 || slot == mesh.skin.bind_slot() || mesh.skin.joints()[slot] == kNoJoint) continue;
    const JointIndex joint = mesh.skin.joints()[slot];
    if (const auto found = std::ranges::find(weights, joint, &JointWeight::joint); found != weights.end())
      found->weight += weight;
    else
      weights.push_back({joint, weight});
  }
  std::ranges::stable_sort(weights, std::greater<>(), &JointWeight::weight);
  return weights;
}

std::string weights_text(std::span<const JointWeight> weights, const Skeleton& skeleton) {
  if (weights.empty()) return "no weight";
  std::string text;
  for (const JointWeight& weight : weights) {
    if (weight.weight < kLeastShownWeight && !text.empty()) break;  // the strongest come first
    text += fmt::format("{}{:.2f}  {}", text.empty() ? "" : "\n", weight.weight,
                        both_names(skeleton[weight.joint]));
  }
  return text;
}

void Surface::follow(const DressedAvatar& avatar) {
  const std::pair now(avatar.revision(), avatar.worn_revision());
  if (revisions_ == now) return;
  revisions_ = now;
  ++times_skinned_;
  meshes_.clear();
  for (const WornMesh* mesh : avatar.visible_meshes()) {
    std::vector<Vec3f> positions(mesh->mesh.vertex_count());
    for (std::size_t v = 0; v < positions.size(); ++v) positions[v] = Vec3f(skinned_vertex(*mesh, v));
    meshes_.push_back({mesh, RayMesh(std::move(positions), mesh->mesh.indices())});
  }
}

std::vector<const WornMesh*> Surface::between(const DressedAvatar& avatar, const Vec3& place,
                                              const Vec3& from, double distance) {
  follow(avatar);
  const Ray ray{place - Vec3(0.0, 0.0, avatar.lift()), from};
  std::vector<std::pair<double, const WornMesh*>> met;
  for (const Skinned& skinned : meshes_)
    if (const auto at = skinned.triangles.nearest(ray, distance)) met.emplace_back(*at, skinned.mesh);
  std::ranges::stable_sort(met, {}, &std::pair<double, const WornMesh*>::first);
  std::vector<const WornMesh*> meshes;
  for (const auto& [at, mesh] : met) meshes.push_back(mesh);
  return meshes;
}

std::vector<SurfaceHit> Surface::hits(const DressedAvatar& avatar, const Ray& in_world) {
  follow(avatar);
  const Vec3 lift(0.0, 0.0, avatar.lift());
  const Ray ray{in_world.origin - lift, in_world.direction};
  std::vector<SurfaceHit> hits;
  for (const auto& [mesh, triangles] : meshes_)
    triangles.cross_all(ray, [&, mesh = mesh](const std::uint32_t* corners, const Crossing& crossing) {
      const auto nearest = std::ranges::max_element(crossing.share) - std::begin(crossing.share);
      hits.push_back({.mesh = mesh,
                      .vertex = corners[nearest],
                      .point = ray.origin + crossing.distance * ray.direction + lift,
                      .distance = crossing.distance,
                      .weights = vertex_weights(*mesh, corners[nearest])});
    });
  std::ranges::stable_sort(hits, {}, &SurfaceHit::distance);
  std::vector<SurfaceHit> distinct;
  for (SurfaceHit& hit : hits)
    if (std::ranges::none_of(distinct, [&](const SurfaceHit& before) {
          return before.mesh == hit.mesh && before.joint() == hit.joint();
        }))
      distinct.push_back(std::move(hit));
  return distinct;
}

}  // namespace mannequin::document
