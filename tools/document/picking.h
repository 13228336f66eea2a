// Finds what is under the pointer: rays against the worn meshes as shown.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/document/camera.h"
#include "tools/document/dressed_avatar.h"
#include "tools/document/ray_mesh.h"

namespace mannequin::document {

struct JointWeight {
  JointIndex joint = kNoJoint;
  double weight = 0.0;
};

// For one vertex, strongest first; empty if no joint moves it.
std::vector<JointWeight> vertex_weights(const WornMesh& mesh, std::size_t vertex);

// Less is shown as 0.00, as if there were none.
constexpr double kLeastShownWeight = 0.005;

// One line for each that is not shown as nought: "0.62 mElbowLeft · left forearm".
std::string weights_text(std::span<const JointWeight> weights, const Skeleton& skeleton);

// A ray's hit on a triangle.
struct SurfaceHit {
  const WornMesh* mesh = nullptr;
  std::size_t vertex = 0;            // the triangle's corner nearest to it
  Vec3 point{0.0};                   // world
  double distance = 0.0;             // from the ray's origin, metres
  std::vector<JointWeight> weights;  // of that vertex; strongest first

  JointIndex joint() const { return weights.empty() ? kNoJoint : weights.front().joint; }
};

// The visible meshes' skinned triangles. Caches them between rays until the avatar changes.
class Surface {
 public:
  // Nearest first. Returns only the first of several hits with the same mesh and strongest joint, so that all
  // entries differ. Pointers are valid until what the avatar wears changes.
  std::vector<SurfaceHit> hits(const DressedAvatar& avatar, const Ray& ray);

  // What lies between a place of a surface (world) and an eye in the unit direction `from`, `distance` metres
  // away: the nearest to the place first. The surface that the place is on does not count.
  std::vector<const WornMesh*> between(const DressedAvatar& avatar, const Vec3& place, const Vec3& from,
                                       double distance);

  std::size_t times_skinned() const { return times_skinned_; }  // since it was made

 private:
  struct Skinned {
    const WornMesh* mesh = nullptr;
    RayMesh triangles;  // avatar's frame
  };
  void follow(const DressedAvatar& avatar);

  std::optional<std::pair<std::uint64_t, std::uint64_t>> revisions_;  // of the avatar they belong to
  std::vector<Skinned> meshes_;
  std::size_t times_skinned_ = 0;
};

}  // namespace mannequin::document
