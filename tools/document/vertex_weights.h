// Weights of worn meshes, by joint and by vertex.
#pragma once

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

// Visible vertices with weight on the joint.
std::size_t weighted_vertices(const DressedAvatar& avatar, JointIndex joint);

}  // namespace mannequin::document
