// Weights of worn meshes, asked for by joint and by vertex.
#pragma once

#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

// Of every vertex; 0: the joint has no part in it.
std::vector<float> weights_on(const WornMesh& mesh, JointIndex joint);
// How many joints move each vertex, as the file has it, which may be more than the four that are kept.
std::vector<int> influence_counts(const WornMesh& mesh);
// The joint with the greatest weight of each vertex; kNoJoint where there is none.
std::vector<JointIndex> strongest_joints(const WornMesh& mesh);

// The joint on the other side of the body, by its name; kNoJoint for one in the middle.
JointIndex mirrored(const Skeleton& skeleton, JointIndex joint);

// The joint with weights in the most vertices of what is visible; kNoJoint where there are none.
JointIndex most_weighted_joint(const DressedAvatar& avatar);

// Vertices of what is visible with weight on the joint.
std::size_t weighted_vertices(const DressedAvatar& avatar, JointIndex joint);

}  // namespace mannequin::document
