// Weights of worn meshes, by joint and by vertex.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

// Per vertex; 0: the joint does not affect it.
std::vector<float> weights_on(const WornMesh& mesh, JointIndex joint);
// How many joints move each vertex in the file, which may be more than the four kept.
std::vector<int> influence_counts(const WornMesh& mesh);
// The joint with the greatest weight per vertex; kNoJoint if there is none.
std::vector<JointIndex> strongest_joints(const WornMesh& mesh);

// The joint that weights the most visible vertices; kNoJoint if there is none.
JointIndex most_weighted_joint(const DressedAvatar& avatar);

// Visible vertices with weight on the joint: of this file, or of all that is worn if it is null.
std::size_t weighted_vertices(const DressedAvatar& avatar, JointIndex joint, const WornFile* file = nullptr);

// The nearest vertex of what is worn over or below a vertex: of a body for clothes, of clothes for a body.
struct FacingVertex {
  const WornFile* file = nullptr;
  const WornMesh* mesh = nullptr;
  std::size_t vertex = 0;
  double metres = 0.0;  // apart, where both are bound
};
// None if nothing visible is within 5 cm. Of the visible mesh of this id.
std::optional<FacingVertex> facing_vertex(const DressedAvatar& avatar, const Uuid& mesh, std::size_t vertex);

struct WeightPair {
  JointIndex joint = kNoJoint;
  double here = 0.0, there = 0.0;
};
// Both vertices' weights by joint, the greatest first.
std::vector<WeightPair> weights_side_by_side(const WornMesh& here, std::size_t vertex,
                                             const FacingVertex& there);

}  // namespace mannequin::document
