// The palette of a skin: for each slot, the transform from bind space.
#pragma once

#include <span>

#include "engine/mesh/skin.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// out[slot] = world_from_joint x joint_from_bind, by the frame that the slot follows (SlotFrame); the last is
// the identity. `joints`: from solve_pose; `out`: skin.palette_size() entries. Source: ALGORITHM 12.2.
void make_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Mat34> out);

// The same in double precision, for the reference.
void make_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Mat4> out);

// A single vertex, for callers that need only a few: `bound` in bind space, the result in the avatar's world
// frame, metres.
inline Vec3f skinned_point(const VertexInfluences& influences, std::span<const Mat34> palette,
                           const Vec3f& bound) {
  Mat34 blended(0.0f);
  for (std::size_t k = 0; k < kMaxInfluences; ++k)
    blended += influences.weight[k] * palette[influences.joint[k]];
  return Vec4f(bound, 1.0f) * blended;
}

}  // namespace mannequin
