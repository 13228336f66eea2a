#include "tools/document/picking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/plain_names.h"

namespace mannequin::document {
namespace {

constexpr std::size_t kTrianglesPerBlock = 128;

// A ray's hit on a triangle: the distance along the ray, and barycentric coordinates.
struct Crossing {
  double distance = 0.0;
  double share[3] = {};
};

std::optional<Crossing> cross(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, p = glm::cross(ray.direction, ac);
  const double determinant = glm::dot(ab, p);
  if (std::abs(determinant) < 1e-16) return std::nullopt;
  const Vec3 from = ray.origin - a;
  const double u = glm::dot(from, p) / determinant;
  if (u < 0.0 || u > 1.0) return std::nullopt;
  const Vec3 q = glm::cross(from, ab);
  const double v = glm::dot(ray.direction, q) / determinant;
  if (v < 0.0 || u + v > 1.0) return std::nullopt;
  const double distance = glm::dot(ac, q) / determinant;
  if (distance < 0.0) return std::nullopt;
  return Crossing{distance, {1.0 - u - v, u, v}};
}

void add_weights(const WornMesh& mesh, std::size_t vertex, double share, std::vector<JointWeight>& weights) {
  // In-world it follows something the file did not specify.
  if (std::ranges::binary_search(mesh.skin.unbound_vertices(), static_cast<std::uint32_t>(vertex))) return;
  const VertexInfluences& influences = mesh.skin.influences()[vertex];
  for (std::size_t k = 0; k < kMaxInfluences; ++k) {
    const std::size_t slot = influences.joint[k];
    const double weight = share * static_cast<double>(influences.weight[k]);
    if (weight <= 0.0 || slot == mesh.skin.bind_slot() || mesh.skin.joints()[slot] == kNoJoint) continue;
    const JointIndex joint = mesh.skin.joints()[slot];
    if (const auto found = std::ranges::find(weights, joint, &JointWeight::joint); found != weights.end())
      found->weight += weight;
    else
      weights.push_back({joint, weight});
  }
}

std::vector<JointWeight> strongest_first(std::vector<JointWeight> weights) {
  std::ranges::stable_sort(weights, std::greater<>(), &JointWeight::weight);
  return weights;
}

std::vector<JointWeight> weights_at(const WornMesh& mesh, const std::uint32_t* corners,
                                    const double* shares) {
  std::vector<JointWeight> weights;
  for (int corner = 0; corner < 3; ++corner) add_weights(mesh, corners[corner], shares[corner], weights);
  return strongest_first(std::move(weights));
}

bool passes(const Ray& ray, const Vec3& center, double radius) {
  const Vec3 to = center - ray.origin;
  const double along = glm::dot(to, ray.direction);
  return glm::dot(to, to) - along * along <= radius * radius && along >= -radius;
}

}  // namespace

std::vector<JointWeight> vertex_weights(const WornMesh& mesh, std::size_t vertex) {
  std::vector<JointWeight> weights;
  add_weights(mesh, vertex, 1.0, weights);
  return strongest_first(std::move(weights));
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
  meshes_.clear();
  for (const WornMesh* mesh : avatar.visible_meshes()) {
    Skinned skinned{mesh, {}, {}};
    skinned.positions.resize(mesh->mesh.vertex_count());
    for (std::size_t v = 0; v < skinned.positions.size(); ++v)
      skinned.positions[v] = Vec3f(skinned_vertex(*mesh, v));
    const auto indices = mesh->mesh.indices();
    for (std::size_t first = 0; first < indices.size(); first += 3 * kTrianglesPerBlock) {
      Block block{.first = first, .count = std::min(3 * kTrianglesPerBlock, indices.size() - first)};
      Vec3f low = skinned.positions[indices[first]], high = low;
      for (const std::uint32_t i : indices.subspan(block.first, block.count)) {
        low = glm::min(low, skinned.positions[i]);
        high = glm::max(high, skinned.positions[i]);
      }
      block.center = 0.5f * (low + high);
      block.radius = 0.5f * glm::length(high - low);
      skinned.blocks.push_back(block);
    }
    meshes_.push_back(std::move(skinned));
  }
}

template <typename Found>
void Surface::cross_all(const Ray& ray, Found&& found) const {
  for (const Skinned& skinned : meshes_) {
    const auto indices = skinned.mesh->mesh.indices();
    for (const Block& block : skinned.blocks) {
      if (!passes(ray, Vec3(block.center), static_cast<double>(block.radius))) continue;
      for (std::size_t i = block.first; i < block.first + block.count; i += 3) {
        const std::uint32_t* corners = &indices[i];
        const auto at = [&](int corner) { return Vec3(skinned.positions[corners[corner]]); };
        if (const auto crossing = cross(ray, at(0), at(1), at(2))) found(*skinned.mesh, corners, *crossing);
      }
    }
  }
}

const WornMesh* Surface::covers(const DressedAvatar& avatar, const Vec3& place, const Vec3& from,
                                double distance) {
  follow(avatar);
  // Nearer than rounding of the positions, which are floats, could explain.
  constexpr double kOnSurface = 1e-5;
  const WornMesh* cover = nullptr;
  double nearest = distance;
  cross_all({place - Vec3(0.0, 0.0, avatar.lift()), from},
            [&](const WornMesh& mesh, const std::uint32_t*, const Crossing& crossing) {
              if (crossing.distance < kOnSurface || crossing.distance >= nearest) return;
              nearest = crossing.distance;
              cover = &mesh;
            });
  return cover;
}

std::vector<SurfaceHit> Surface::hits(const DressedAvatar& avatar, const Ray& in_world) {
  follow(avatar);
  const Vec3 lift(0.0, 0.0, avatar.lift());
  const Ray ray{in_world.origin - lift, in_world.direction};
  std::vector<SurfaceHit> hits;
  cross_all(ray, [&](const WornMesh& mesh, const std::uint32_t* corners, const Crossing& crossing) {
    const auto nearest = std::ranges::max_element(crossing.share) - std::begin(crossing.share);
    hits.push_back({.mesh = &mesh,
                    .vertex = corners[nearest],
                    .point = ray.origin + crossing.distance * ray.direction + lift,
                    .distance = crossing.distance,
                    .weights = weights_at(mesh, corners, crossing.share)});
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
