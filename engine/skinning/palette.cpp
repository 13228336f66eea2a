#include "engine/skinning/palette.h"

#include <cassert>

namespace mannequin {
namespace {

Mat4 placed(const Vec3& position, const Quat& rotation) {
  Mat4 matrix = glm::mat4_cast(rotation);
  matrix[3] = Vec4(position, 1.0);
  return matrix;
}

Mat4 world_from_slot(SlotFrame frame, JointIndex slot_joint, std::span<const JointTransform> joints) {
  if (frame == SlotFrame::root) {
    // The first joint follows mRoot, whose own scale is 1: its local values are removed again.
    const JointTransform& first = joints.front();
    const Quat rotation = first.world_rotation * glm::inverse(first.rotation);
    return placed(first.world_position - rotation * first.position, rotation);
  }
  const JointTransform& joint = joints[static_cast<std::size_t>(slot_joint)];
  return frame == SlotFrame::unscaled ? placed(joint.world_position, joint.world_rotation)
                                      : joint.world_from_joint();
}

template <typename Matrix, typename Convert>
void fill_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Matrix> out,
                  Convert convert) {
  assert(out.size() == skin.palette_size());
  const std::span<const JointIndex> slots = skin.joints();
  const std::span<const Mat4> joint_from_bind = skin.inverse_binds();
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    out[slot] = convert(world_from_slot(skin.frame(slot), slots[slot], joints) * joint_from_bind[slot]);
  out[skin.bind_slot()] = convert(Mat4(1.0));
}

}  // namespace

void make_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Mat34> out) {
  fill_palette(skin, joints, out, [](const Mat4& m) { return to_mat34(m); });
}

void make_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Mat4> out) {
  fill_palette(skin, joints, out, [](const Mat4& m) { return m; });
}

}  // namespace mannequin
