// A small skeleton and clips written by hand, for tests that need no files.
#pragma once

#include "engine/animation/clip.h"

namespace mannequin::test {

// mPelvis, mChest, mHead, mFaceJaw in a row, and the volume CHEST.
inline Skeleton small_skeleton() {
  SkeletonDesc desc{"test", {}};
  const auto add = [&](const char* name, const char* parent, const Vec3& position) {
    JointDesc joint;
    joint.name = name;
    joint.parent = parent;
    joint.position = position;
    desc.joints.push_back(joint);
  };
  add("mPelvis", "", {0, 0, 1});
  add("mChest", "mPelvis", {0, 0, 0.3});
  add("mHead", "mChest", {0, 0, 0.2});
  add("mFaceJaw", "mHead", {0.1, 0, 0});
  desc.joints[0].aliases = {"hip"};
  desc.joints[1].aliases = {"chest"};
  add("CHEST", "mChest", {0, 0, 0});
  desc.joints.back().kind = JointKind::collision_volume;
  return Skeleton::build(std::move(desc)).value();
}

// About the x axis.
inline glm::quat tilt(float degrees) { return glm::angleAxis(glm::radians(degrees), Vec3f(1, 0, 0)); }

// Moves `joint` from 0 to `degrees` about x.
inline ClipDesc nod(const char* joint, float degrees, float duration = 2.0f) {
  ClipDesc desc;
  desc.source = "nod.anim";
  desc.priority = 3;
  desc.duration = duration;
  desc.loop_out = duration;
  desc.tracks.push_back({joint, kClipPriority, {{0.0f, tilt(0.0f)}, {duration, tilt(degrees)}}, {}});
  return desc;
}

inline double degrees_of(const Quat& q) { return glm::degrees(2.0 * std::atan2(q.x, q.w)); }

}  // namespace mannequin::test
