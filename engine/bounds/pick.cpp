#include "engine/bounds/pick.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

namespace mannequin {
namespace {

struct TriangleHit {
  double distance;
  Vec3 barycentric;
  bool front;
};

// Hits on either side and on edges count.
std::optional<TriangleHit> meet(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a;
  const Vec3 across = glm::cross(ray.direction, ac);
  const double turn = glm::dot(ab, across);
  if (turn == 0.0 || !std::isfinite(turn)) return std::nullopt;
  const Vec3 from = ray.origin - a;
  const double v = glm::dot(from, across) / turn;
  if (!(v >= 0.0 && v <= 1.0)) return std::nullopt;
  const Vec3 other = glm::cross(from, ab);
  const double w = glm::dot(ray.direction, other) / turn;
  if (!(w >= 0.0 && v + w <= 1.0)) return std::nullopt;
  const double distance = glm::dot(ac, other) / turn;
  if (!(distance >= 0.0 && distance <= ray.longest)) return std::nullopt;
  return TriangleHit{distance, Vec3(1.0 - v - w, v, w), turn > 0.0};
}

// Mixes the influences of the triangle's vertices by their shares, summed per joint, highest first.
void mix_joints(const Skin& skin, const std::array<std::uint32_t, 3>& vertices, RayHit& hit) {
  hit.joint_count = 0;
  for (int corner = 0; corner < 3; ++corner) {
    const VertexInfluences& influences = skin.influences()[vertices[static_cast<std::size_t>(corner)]];
    for (std::size_t k = 0; k < kMaxInfluences; ++k) {
      const float weight = influences.weight[k] * static_cast<float>(hit.barycentric[corner]);
      if (!(weight > 0.0f)) continue;
      const auto end = hit.joints.begin() + hit.joint_count;
      const auto known = std::find_if(hit.joints.begin(), end, [&](const RayHit::JointShare& share) {
        return share.slot == influences.joint[k];
      });
      if (known == end) {
        *known = {influences.joint[k], weight};
        ++hit.joint_count;
      } else {
        known->weight += weight;
      }
    }
  }
  std::sort(hit.joints.begin(), hit.joints.begin() + hit.joint_count,
            [](const RayHit::JointShare& a, const RayHit::JointShare& b) {
              return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
            });
}

}  // namespace

bool meets(const Ray& ray, const Box& box) {
  double from = 0.0, to = ray.longest;
  for (int axis = 0; axis < 3; ++axis) {
    if (ray.direction[axis] == 0.0) {
      if (!(ray.origin[axis] >= box.min[axis] && ray.origin[axis] <= box.max[axis])) return false;
      continue;
    }
    double enters = (box.min[axis] - ray.origin[axis]) / ray.direction[axis];
    double leaves = (box.max[axis] - ray.origin[axis]) / ray.direction[axis];
    if (enters > leaves) std::swap(enters, leaves);
    from = std::max(from, enters);
    to = std::min(to, leaves);
  }
  return from <= to;
}

Picker::Picker(const Mesh& mesh, const Skin& skin)
    : mesh_(mesh),
      skin_(skin),
      bounds_(mesh, skin),
      boxes_(bounds_.groups().size()),
      positions_(mesh.vertex_count()),
      made_in_(mesh.vertex_count(), 0) {
  std::map<std::array<std::uint32_t, 3>, std::vector<std::uint32_t>> by_groups;
  const std::span<const std::uint32_t> indices = mesh.indices();
  for (std::uint32_t t = 0; t < indices.size() / 3; ++t) {
    std::array<std::uint32_t, 3> groups{};
    for (std::size_t k = 0; k < 3; ++k) groups[k] = bounds_.group_of(indices[3 * t + k]);
    std::sort(groups.begin(), groups.end());
    by_groups[groups].push_back(t);
  }
  for (const auto& [groups, triangles] : by_groups) {
    const auto begin = static_cast<std::uint32_t>(triangles_.size());
    triangles_.insert(triangles_.end(), triangles.begin(), triangles.end());
    clusters_.push_back({groups, begin, static_cast<std::uint32_t>(triangles_.size())});
  }
}

const Vec3& Picker::skinned(std::uint32_t vertex, std::span<const Mat34> palette) {
  Vec3& position = positions_[vertex];
  if (made_in_[vertex] == picks_) return position;
  made_in_[vertex] = picks_;
  ++skinned_;
  const VertexInfluences& influences = skin_.influences()[vertex];
  const Vec4 bound = skin_.bind_shape() * Vec4(Vec3(mesh_.positions()[vertex]), 1.0);
  position = Vec3(0.0);
  for (std::size_t k = 0; k < kMaxInfluences; ++k) {
    if (influences.weight[k] == 0.0f) continue;
    const Mat34& matrix = palette[influences.joint[k]];
    const double weight = static_cast<double>(influences.weight[k]);
    for (int axis = 0; axis < 3; ++axis) position[axis] += weight * glm::dot(Vec4(matrix[axis]), bound);
  }
  return position;
}

std::optional<RayHit> Picker::pick(const Ray& ray, std::span<const Mat34> palette) {
  assert(palette.size() == skin_.palette_size());
  if (++picks_ == 0) {  // the counter wrapped around
    std::fill(made_in_.begin(), made_in_.end(), 0u);
    picks_ = 1;
  }
  skinned_ = 0;
  for (std::size_t g = 0; g < boxes_.size(); ++g) boxes_[g] = bounds_.posed_box(g, palette);
  const std::span<const std::uint32_t> indices = mesh_.indices();
  std::optional<RayHit> best;
  std::array<std::uint32_t, 3> best_vertices{};
  Ray rest = ray;
  for (const Cluster& cluster : clusters_) {
    Box box = boxes_[cluster.groups[0]];
    box.extend(boxes_[cluster.groups[1]]);
    box.extend(boxes_[cluster.groups[2]]);
    if (!meets(rest, box)) continue;
    for (std::uint32_t i = cluster.begin; i < cluster.end; ++i) {
      const std::uint32_t t = triangles_[i];
      const std::array<std::uint32_t, 3> v{indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]};
      const Vec3 a = skinned(v[0], palette), b = skinned(v[1], palette), c = skinned(v[2], palette);
      const std::optional<TriangleHit> hit = meet(ray, a, b, c);
      if (!hit || (best && (hit->distance > best->distance ||
                            (hit->distance == best->distance && t > best->triangle))))
        continue;
      best.emplace();
      best->distance = hit->distance;
      best->triangle = t;
      best->barycentric = hit->barycentric;
      best->front = hit->front;
      best_vertices = v;
      // A little longer, so that equally near triangles are still hit.
      rest.longest = hit->distance * (1.0 + 1e-9) + 1e-9;
    }
  }
  if (!best) return best;
  best->position = ray.origin + best->distance * ray.direction;
  mix_joints(skin_, best_vertices, *best);
  return best;
}

}  // namespace mannequin
