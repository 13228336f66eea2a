// Position keys against other sources of joint positions: sliders and offsets of worn meshes. The keys win
// while the clip plays, and so fight any body but the one the clip was made for.
#pragma once

#include <string>
#include <vector>

#include "engine/animation/clip.h"

namespace mannequin {

// Below this the keys only repeat the joint's rest position; a file's resolution is 0.15 mm.
inline constexpr double kConflictDistance = 0.0005;  // metres

// A joint whose keys leave the rest position.
struct PositionConflict {
  JointIndex joint = kNoJoint;
  double distance = 0.0;  // of the key furthest from the joint's rest position, metres
  bool face = false;      // the worst case: the face's sliders work by moving these joints
};

// Joints whose position keys leave the rest position, except mPelvis, whose keys move the whole body. Face
// bones first, then by distance.
std::vector<PositionConflict> find_position_conflicts(const Clip& clip, const Skeleton& skeleton);

// "Position keys fight the sliders on 3 joints, 2 of the face"; empty if there are no conflicts.
std::string count_position_conflicts(const std::vector<PositionConflict>& conflicts);

// Two sentences that name the joints and the visible effect; empty if there are no conflicts.
std::string describe_position_conflicts(const std::vector<PositionConflict>& conflicts,
                                        const Skeleton& skeleton);

}  // namespace mannequin
