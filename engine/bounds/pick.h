// Finds where a ray hits a posed mesh. It skins only vertices that the ray can hit, and skips groups of
// vertices whose posed boxes it misses. It computes vertices as skin_reference does, so the hit is the same
// as after skinning the whole mesh.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bounds/posed_bounds.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// From `origin` along `direction`, which need not be unit, up to `longest` times its length.
struct Ray {
  Vec3 origin{0.0};
  Vec3 direction{1.0, 0.0, 0.0};
  double longest = std::numeric_limits<double>::infinity();
};

// Of a ray and a mesh.
struct RayHit {
  double distance = 0.0;       // along the ray, in lengths of its direction
  std::uint32_t triangle = 0;  // its indices are at 3 * triangle
  Vec3 barycentric{0.0};       // shares of its three vertices; they sum to 1
  Vec3 position{0.0};
  bool front = true;  // the side from which the vertices are counter-clockwise
  // The influences at the hit: weights of the three vertices, mixed; highest first; they sum to 1.
  struct JointShare {
    std::uint16_t slot;
    float weight;
  };
  std::array<JointShare, 3 * kMaxInfluences> joints{};
  std::uint32_t joint_count = 0;
};

// Immutable except for scratch memory: one thread at a time. Mesh and skin must outlive it.
class Picker {
 public:
  // Divides the mesh into parts whose vertices share joints.
  Picker(const Mesh& mesh, const Skin& skin);

  // The nearest hit on either side; if several are equally near, the triangle with the lower index wins.
  // palette: of the skin, in the ray's space. Allocates nothing.
  std::optional<RayHit> pick(const Ray& ray, std::span<const Mat34> palette);

  // The boxes of its parts.
  const PosedBounds& bounds() const { return bounds_; }
  // How many vertices the last pick skinned.
  std::size_t skinned_vertices() const { return skinned_; }

 private:
  // Triangles whose vertices are in the same groups of the bounds; and those runs whose groups are in the
  // same clusters.
  struct Run {
    std::array<std::uint32_t, 3> groups;
    std::uint32_t begin, end;  // into triangles_
  };
  struct Part {
    std::array<std::uint32_t, 3> clusters;
    std::uint32_t begin, end;  // into runs_
  };
  // What a pick has computed already.
  template <typename T>
  struct Kept {
    T value;
    std::uint32_t made_in = 0;  // the pick
  };

  const Vec3& skinned(std::uint32_t vertex, std::span<const Mat34> palette);
  template <typename Compute>
  const Box& box_of(Kept<Box>& kept, const Compute& compute) const;

  const Mesh& mesh_;
  const Skin& skin_;
  PosedBounds bounds_;
  std::vector<Part> parts_;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> triangles_;
  std::vector<Kept<Box>> cluster_boxes_, group_boxes_;
  std::vector<Kept<Vec3>> positions_;  // by vertex
  std::uint32_t picks_ = 0;
  std::size_t skinned_ = 0;
};

// Whether the ray meets the box within its length.
bool meets(const Ray& ray, const Box& box);

}  // namespace mannequin
