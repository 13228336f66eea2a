#include "tools/body/rig.h"

#include <cassert>

#include "engine/appearance/shape.h"

namespace mannequin::body {

Vec3 Rig::at(std::string_view name) const {
  return sculpt[static_cast<std::size_t>(joint(name))].world_position;
}

JointIndex Rig::joint(std::string_view name) const {
  const JointIndex found = skeleton.find(name);
  assert(found != kNoJoint);
  return found;
}

Mat4 Rig::joint_from_bind(JointIndex joint) const {
  return glm::inverse(bind[static_cast<std::size_t>(joint)].world_from_joint());
}

Mat4 Rig::sculpt_from_bind(JointIndex joint) const {
  return sculpt[static_cast<std::size_t>(joint)].world_from_joint() * joint_from_bind(joint);
}

Rig make_rig(const Character& character, Sex sex) {
  Rig rig{character.skeleton, sex, {}, {}};
  Pose standing;
  standing.root_position = character.skeleton[rig.joint("mPelvis")].default_position;
  SliderValues sliders;
  if (sex == Sex::male) sliders[kMaleParameter] = 1.0;
  const Shape shaped = evaluate_shape(character.skeleton, character.appearance, sliders);
  rig.sculpt.resize(character.skeleton.size());
  rig.bind.resize(character.skeleton.size());
  solve_pose(character.skeleton, shaped.joints, {}, standing, rig.sculpt);
  solve_pose(character.skeleton, rest_joints(character.skeleton), {}, standing, rig.bind);
  return rig;
}

}  // namespace mannequin::body
