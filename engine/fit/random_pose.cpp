#include "engine/fit/random_pose.h"

#include <array>
#include <glm/gtc/quaternion.hpp>
#include <string>

#include "engine/core/seeded_random.h"

namespace mannequin {
namespace {

// Ranges in degrees about X, Y and Z of the joint's own axes; for paired joints, of the left side.
struct Reach {
  const char* joint;
  bool two_sided;
  std::array<Vec2, 3> axes;
};

const std::array<Reach, 8> kReaches = {{
    {"mTorso", false, {{{-15.0, 15.0}, {-10.0, 30.0}, {-30.0, 30.0}}}},
    {"mChest", false, {{{-12.0, 12.0}, {-8.0, 15.0}, {-15.0, 15.0}}}},
    {"mNeck", false, {{{-15.0, 15.0}, {-25.0, 25.0}, {-35.0, 35.0}}}},
    {"mCollar", true, {{{-8.0, 15.0}, {0.0, 0.0}, {-8.0, 8.0}}}},
    {"mShoulder", true, {{{-80.0, 60.0}, {-30.0, 20.0}, {-70.0, 25.0}}}},
    {"mElbow", true, {{{0.0, 0.0}, {0.0, 0.0}, {-110.0, 0.0}}}},
    {"mHip", true, {{{-5.0, 30.0}, {-95.0, 22.0}, {-20.0, 20.0}}}},
    {"mKnee", true, {{{0.0, 0.0}, {0.0, 100.0}, {0.0, 0.0}}}},
}};

Quat turned(const Vec3& degrees) {
  const auto about = [](double angle, const Vec3& axis) { return glm::angleAxis(glm::radians(angle), axis); };
  return about(degrees.z, Vec3(0.0, 0.0, 1.0)) * about(degrees.y, Vec3(0.0, 1.0, 0.0)) *
         about(degrees.x, Vec3(1.0, 0.0, 0.0));
}

}  // namespace

Pose random_pose(const Skeleton& skeleton, std::uint32_t seed) {
  SeededRandom random(seed);
  Pose pose;
  const auto set = [&](const std::string& name, const Vec3& degrees) {
    if (const JointIndex joint = skeleton.find(name); joint != kNoJoint)
      pose.set_rotation(skeleton, joint, turned(degrees));
  };
  for (const Reach& reach : kReaches) {
    const auto drawn = [&] {
      Vec3 degrees(0.0);
      for (int axis = 0; axis < 3; ++axis) {
        const Vec2& ends = reach.axes[static_cast<std::size_t>(axis)];
        degrees[axis] = ends.x + random.unit() * (ends.y - ends.x);
      }
      return degrees;
    };
    const Vec3 left = drawn();
    if (!reach.two_sided) {
      set(reach.joint, left);
      continue;
    }
    const Vec3 right = seed % 2 == 0 ? left : drawn();
    set(std::string(reach.joint) + "Left", left);
    set(std::string(reach.joint) + "Right", Vec3(-right.x, right.y, -right.z));
  }
  return pose;
}

}  // namespace mannequin
