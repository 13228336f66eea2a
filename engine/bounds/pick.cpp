#include "engine/bounds/pick.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

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
      cluster_boxes_(bounds_.cluster_count()),
      group_boxes_(bounds_.group_count()),
      positions_(mesh.vertex_count()) {
  using Triple = std::array<std::uint32_t, 3>;
  std::map<std::pair<Triple, Triple>, std::vector<std::uint32_t>> by_place;  // clusters, groups
  const std::span<const std::uint32_t> indices = mesh.indices();
  for (std::uint32_t t = 0; t < indices.size() / 3; ++t) {
    Triple groups{}, clusters{};
    for (std::size_t k = 0; k < 3; ++k) {
      groups[k] = bounds_.group_of(indices[3 * t + k]);
      clusters[k] = bounds_.cluster_of(groups[k]);
    }
    std::sort(groups.begin(), groups.end());
    std::sort(clusters.begin(), clusters.end());
    by_place[{clusters, groups}].push_back(t);
  }
  for (const auto& [place, triangles] : by_place) {
    const auto run = static_cast<std::uint32_t>(runs_.size());
    if (parts_.empty() || parts_.back().clusters != place.first) parts_.push_back({place.first, run, run});
    const auto begin = static_cast<std::uint32_t>(triangles_.size());
    triangles_.insert(triangles_.end(), triangles.begin(), triangles.end());
    runs_.push_back({place.second, begin, static_cast<std::uint32_t>(triangles_.size())});
    ++parts_.back().end;
  }
}

const Vec3& Picker::skinned(std::uint32_t vertex, std::span<const Mat34> palette) {
  auto& [position, made_in] = positions_[vertex];
  if (made_in == picks_) return position;
  made_in = picks_;
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

template <typename Compute>
const Box& Picker::box_of(Kept<Box>& kept, const Compute& compute) const {
  if (kept.made_in != picks_) kept = {compute(), picks_};
  return kept.value;
}

std::optional<RayHit> Picker::pick(const Ray& ray, std::span<const Mat34> palette) {
  assert(palette.size() == skin_.palette_size());
  if (++picks_ == 0) {  // the counter wrapped around
    const auto forget = [](auto& all) {
      for (auto& kept : all) kept.made_in = 0;
    };
    forget(cluster_boxes_);
    forget(group_boxes_);
    forget(positions_);
    picks_ = 1;
  }
  skinned_ = 0;
  const auto cluster_box = [&](std::uint32_t c) -> const Box& {
    return box_of(cluster_boxes_[c], [&] { return bounds_.cluster_box(c, palette); });
  };
  const auto group_box = [&](std::uint32_t g) -> const Box& {
    return box_of(group_boxes_[g], [&] { return bounds_.group_box(g, palette); });
  };
  const auto around = [](const std::array<std::uint32_t, 3>& places, const auto& box_at) {
    Box box = box_at(places[0]);
    if (places[1] != places[0]) box.extend(box_at(places[1]));
    if (places[2] != places[1]) box.extend(box_at(places[2]));
    return box;
  };
  const std::span<const std::uint32_t> indices = mesh_.indices();
  std::optional<RayHit> best;
  std::array<std::uint32_t, 3> best_vertices{};
  Ray rest = ray;
  const auto try_run = [&](const Run& run) {
    for (std::uint32_t i = run.begin; i < run.end; ++i) {
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
  };
  for (const Part& part : parts_) {
    if (!meets(rest, around(part.clusters, cluster_box))) continue;
    for (std::uint32_t r = part.begin; r < part.end; ++r)
      if (meets(rest, around(runs_[r].groups, group_box))) try_run(runs_[r]);
  }
  if (!best) return best;
  best->position = ray.origin + best->distance * ray.direction;
  mix_joints(skin_, best_vertices, *best);
  return best;
}

}  // namespace mannequin
