// What lies under the pointer: rays against the worn meshes as they are shown.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/document/camera.h"
#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

struct JointWeight {
  JointIndex joint = kNoJoint;
  double weight = 0.0;
};

// Of one vertex, strongest first; empty for one that no joint moves.
std::vector<JointWeight> vertex_weights(const WornMesh& mesh, std::size_t vertex);

// A line for each: "0.62  mElbowLeft · left forearm".
std::string weights_text(std::span<const JointWeight> weights, const Skeleton& skeleton);

// Where a ray goes through a triangle.
struct SurfaceHit {
  const WornMesh* mesh = nullptr;
  std::size_t vertex = 0;            // the triangle's corner nearest to it
  Vec3 point{0.0};                   // world
  double distance = 0.0;             // from the ray's origin, metres
  std::vector<JointWeight> weights;  // there, between the corners'; strongest first

  JointIndex joint() const { return weights.empty() ? kNoJoint : weights.front().joint; }
};

// The visible meshes' skinned triangles. Keeps them from one ray to the next until the avatar changes.
class Surface {
 public:
  // Nearest first. Of a stack with the same mesh and the same strongest joint only the first, so that each
  // entry is something else. The pointers are good until the avatar changes what is worn.
  std::vector<SurfaceHit> hits(const DressedAvatar& avatar, const Ray& ray);

 private:
  struct Block {
    std::size_t first = 0, count = 0;  // of its indices
    Vec3f center{0.0f};
    float radius = 0.0f;
  };
  struct Skinned {
    const WornMesh* mesh = nullptr;
    std::vector<Vec3f> positions;  // avatar's frame
    std::vector<Block> blocks;     // spheres round triangles that follow each other
  };
  void follow(const DressedAvatar& avatar);

  std::optional<std::pair<std::uint64_t, std::uint64_t>> revisions_;  // of the avatar that these are of
  std::vector<Skinned> meshes_;
};

}  // namespace mannequin::document
