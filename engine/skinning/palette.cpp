#include "engine/skinning/palette.h"

#include <cassert>

namespace mannequin {
namespace {

template <typename Matrix, typename Convert>
void fill_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Matrix> out,
                  Convert convert) {
  assert(out.size() == skin.palette_size());
  const std::span<const JointIndex> slots = skin.joints();
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const Mat4 world_from_joint = joints[static_cast<std::size_t>(slots[slot])].world_from_joint();
    const Mat4& joint_from_bind = skin.inverse_binds()[slot];
    out[slot] = convert(world_from_joint * joint_from_bind);
  }
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
