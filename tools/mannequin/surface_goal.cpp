#include "tools/mannequin/surface_goal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/bind/surface_tree.h"
#include "engine/fit/measured_mesh.h"

namespace mannequin::program {
namespace {

constexpr std::size_t kMostPairs = 4000;  // of each direction
constexpr double kFarPair = 0.15;         // metres; farther points belong to what only one surface has
constexpr double kSlideShare = 0.15;      // weight of distances along the surface
constexpr double kLeastFacing = 0.2;      // cosine between the normals of a pair

Vec3 facing(const Surface& surface, std::uint32_t triangle) {
  const Surface::Triangle& t = surface.triangles[triangle];
  const Vec3& a = surface.positions[t[0]];
  const Vec3 n = glm::cross(surface.positions[t[1]] - a, surface.positions[t[2]] - a);
  const double length = glm::length(n);
  return length > 0.0 ? n / length : Vec3(0.0);
}

std::pair<Vec3, Vec3> box_of(std::span<const Vec3> points) {
  Vec3 low = points.front(), high = low;
  for (const Vec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  return {low, high};
}

}  // namespace

struct BodySurface::Parts {
  // A point of the body, in a triangle, and the target point it should move to.
  struct Pair {
    std::array<std::uint32_t, 3> corners{};
    Vec3 share{1.0, 0.0, 0.0};
    Vec3 wanted{0.0}, normal{0.0};
  };

  const Appearance& appearance;
  std::vector<MeasuredMesh> meshes;
  Surface body;  // all meshes as last placed
  Surface target;
  std::optional<SurfaceTree> target_tree;
  std::vector<Vec3> target_normals;
  std::vector<Pair> pairs;
  std::vector<Vec3f> placed;
  bool same = false;

  void place(const AvatarState& state, const Vec3& moved) {
    std::size_t first = 0;
    for (const MeasuredMesh& mesh : meshes) {
      mesh.place(mesh.at(appearance, state), placed);
      for (std::size_t v = 0; v < placed.size(); ++v) body.positions[first + v] = Vec3(placed[v]) + moved;
      first += placed.size();
    }
  }

  void choose_pairs() {
    pairs.clear();
    if (same) {
      const std::size_t stride = 1 + body.positions.size() / kMostPairs;
      for (std::size_t v = 0; v < body.positions.size(); v += stride) {
        const auto i = static_cast<std::uint32_t>(v);
        pairs.push_back({{i, i, i}, {1.0, 0.0, 0.0}, target.positions[v], target_normals[v]});
      }
      return;
    }
    const std::vector<Vec3> normals = vertex_normals(body);
    const std::size_t stride = 1 + body.positions.size() / kMostPairs;
    for (std::size_t v = 0; v < body.positions.size(); v += stride) {
      const auto near = target_tree->nearest(body.positions[v], kFarPair);
      if (!near) continue;
      const Vec3 normal = facing(target, near->triangle);
      if (glm::dot(normal, normals[v]) < kLeastFacing) continue;
      const auto i = static_cast<std::uint32_t>(v);
      pairs.push_back({{i, i, i}, {1.0, 0.0, 0.0}, near->position, normal});
    }
    const SurfaceTree body_tree(body);
    const std::size_t target_stride = 1 + target.positions.size() / kMostPairs;
    for (std::size_t v = 0; v < target.positions.size(); v += target_stride) {
      const auto near = body_tree.nearest(target.positions[v], kFarPair);
      if (!near || glm::dot(facing(body, near->triangle), target_normals[v]) < kLeastFacing) continue;
      pairs.push_back(
          {body.triangles[near->triangle], near->barycentric, target.positions[v], target_normals[v]});
    }
  }

  void residuals(std::vector<double>& out) const {
    const double by = 1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(pairs.size(), 1)));
    for (const Pair& pair : pairs) {
      Vec3 apart = -pair.wanted;
      for (int c = 0; c < 3; ++c)
        apart += pair.share[c] * body.positions[pair.corners[static_cast<std::size_t>(c)]];
      if (same) {
        out.insert(out.end(), {by * apart.x, by * apart.y, by * apart.z});
      } else {
        const Vec3 slide = by * kSlideShare * apart;
        out.insert(out.end(), {by * glm::dot(apart, pair.normal), slide.x, slide.y, slide.z});
      }
    }
  }
};

BodySurface::BodySurface(const Appearance& appearance, std::span<const BoundMesh> body, Surface target)
    : parts_(new Parts{appearance, {}, {}, std::move(target), std::nullopt, {}, {}, {}, false}) {
  Parts& parts = *parts_;
  for (const BoundMesh& mesh : body) {
    if (!mesh.skin) continue;
    const auto first = static_cast<std::uint32_t>(parts.body.positions.size());
    parts.meshes.emplace_back(mesh.mesh, *mesh.skin, mesh.morphs);
    parts.body.positions.resize(first + mesh.mesh.vertex_count());
    const auto indices = mesh.mesh.indices();
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
      parts.body.triangles.push_back({first + indices[i], first + indices[i + 1], first + indices[i + 2]});
  }
  parts.same = parts.body.triangles == parts.target.triangles &&
               parts.body.positions.size() == parts.target.positions.size();
  parts.target_tree.emplace(parts.target);
  parts.target_normals = vertex_normals(parts.target);
}

BodySurface::~BodySurface() = default;

bool BodySurface::same_vertices() const { return parts_->same; }

Vec3 BodySurface::first_move(const AvatarState& state) const {
  parts_->place(state, Vec3(0.0));
  if (parts_->body.positions.empty()) return Vec3(0.0);
  const auto [body_low, body_high] = box_of(parts_->body.positions);
  const auto [low, high] = box_of(parts_->target.positions);
  return (low + high - body_low - body_high) / 2.0;
}

ShapeFitGoal BodySurface::goal() {
  ShapeFitGoal goal;
  goal.prepare = [parts = parts_.get()](const AvatarState& state, const Vec3& moved) {
    parts->place(state, moved);
    parts->choose_pairs();
  };
  goal.residuals = [parts = parts_.get()](const AvatarState& state, const Vec3& moved,
                                          std::vector<double>& residuals) {
    parts->place(state, moved);
    parts->residuals(residuals);
  };
  return goal;
}

SurfaceApart BodySurface::apart(const AvatarState& state, const Vec3& moved) const {
  parts_->place(state, moved);
  const SurfaceTree body_tree(parts_->body);
  SurfaceApart out;
  std::size_t count = 0;
  const auto measure = [&](const SurfaceTree& tree, std::span<const Vec3> points) {
    for (const Vec3& p : points) {
      const auto near = tree.nearest(p);
      if (!near) continue;
      out.mean += near->distance;
      out.largest = std::max(out.largest, near->distance);
      ++count;
    }
  };
  measure(*parts_->target_tree, parts_->body.positions);
  measure(body_tree, parts_->target.positions);
  if (count > 0) out.mean /= static_cast<double>(count);
  return out;
}

}  // namespace mannequin::program
