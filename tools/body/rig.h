// The skeleton the body is made for: where the joints are in the shape in which it is sculpted, and how that
// shape differs from the bind pose.
#pragma once

#include <string_view>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/math/types.h"
#include "engine/skeleton/solve.h"

namespace mannequin::body {

// Both with mPelvis at its default place, 1.067 m above the ground. Indexed by joint.
struct Rig {
  const Skeleton& skeleton;
  Sex sex;
  std::vector<JointTransform> sculpt;  // that sex' default shape: what people see first, so it is sculpted
  std::vector<JointTransform> bind;    // no parameter applied

  // Place of a joint or volume in the sculpted shape. The name must be one of the skeleton's.
  Vec3 at(std::string_view name) const;
  JointIndex joint(std::string_view name) const;

  Mat4 joint_from_bind(JointIndex joint) const;
  Mat4 sculpt_from_bind(JointIndex joint) const;
};

Rig make_rig(const Character& character, Sex sex);

}  // namespace mannequin::body
