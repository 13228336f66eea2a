// Animated objects: their rest, their placement, and their limits.
#include "engine/motion/control_avatar.h"

#include <gtest/gtest.h>

#include "tests/avatar/batch_case.h"

namespace mannequin::test {
namespace {

std::size_t joint_at(const char* name) { return static_cast<std::size_t>(character().skeleton.find(name)); }

Box box_at(const Vec3& center, double side) {
  Box box;
  box.extend(center - Vec3(0.5 * side));
  box.extend(center + Vec3(0.5 * side));
  return box;
}

double angle_from(const Quat& a, const Quat& b) {
  return glm::degrees(2.0 * std::acos(std::min(1.0, std::abs(glm::dot(a, b)))));
}

TEST(ControlAvatar, RestsAsTheRawSkeleton) {
  ControlAvatar object(character());
  AvatarState raw;
  object.evaluate({}, {}, raw);
  // A newly built avatar to which nothing was said: drivers have not acted.
  AvatarState fresh;
  evaluate_avatar(character(), {}, evaluate_weights(character().appearance, {}), fresh);
  std::size_t differ = 0;
  for (std::size_t j = 0; j < raw.joints.size(); ++j)
    differ += glm::distance(raw.joints[j].position, fresh.joints[j].position) > 1e-6 ||
              glm::distance(raw.joints[j].scale, fresh.joints[j].scale) > 1e-6;
  EXPECT_EQ(differ, 26u);
  EXPECT_NEAR(raw.joints[joint_at("mElbowLeft")].scale.y, 1.0, 1e-12);
  EXPECT_NEAR(fresh.joints[joint_at("mElbowLeft")].scale.y, 1.18, 1e-6);
  EXPECT_EQ(raw.joints[joint_at("mPelvis")].position, Vec3(0.0));
  EXPECT_NEAR(raw.size.height, fresh.size.height, 1e-6);
}

TEST(ControlAvatar, StandsAtItsObjectWithoutTheTurnOfTheRootsBindShape) {
  ControlAvatar avatar(character());
  AnimatedObject object;
  object.position = Vec3(10.0, 20.0, 30.0);
  object.rotation = glm::angleAxis(0.7, Vec3(0.0, 0.0, 1.0));
  object.root_pelvis_offset = 0.5;
  const Quat bound = glm::angleAxis(1.1, glm::normalize(Vec3(1.0, 2.0, 3.0)));
  object.root_bind_shape = glm::mat4_cast(bound) * glm::scale(Mat4(1.0), Vec3(2.0, 3.0, 0.5));
  avatar.place(object, {});
  EXPECT_EQ(avatar.root_position(), object.position);
  EXPECT_LT(angle_from(avatar.root_rotation(), object.rotation), 1e-6);
  object.root_is_rigged = true;
  avatar.place(object, {});
  EXPECT_LT(glm::distance(avatar.root_position(), object.position + Vec3(0.0, 0.0, 0.5)), 1e-12);
  EXPECT_LT(angle_from(avatar.root_rotation(), object.rotation * glm::inverse(bound)), 1e-6);
}

TEST(ControlAvatar, IsPulledUntilItsBoxIsWithinReach) {
  ControlAvatar avatar(character());
  AnimatedObject object;
  // A clip that carries it 20 m to the side: its box is 19.5 m from the object.
  avatar.place(object, box_at(Vec3(20.0, 0.0, 0.0), 1.0));
  EXPECT_LT(glm::distance(avatar.moved(), Vec3(-16.5, 0.0, 0.0)), 1e-12);
  EXPECT_EQ(avatar.root_position(), avatar.moved());
  // The next frame sees the box where it is now; the same clip, the same place.
  avatar.place(object, box_at(Vec3(20.0, 0.0, 0.0) + avatar.moved(), 1.0));
  EXPECT_LT(glm::distance(avatar.moved(), Vec3(-16.5, 0.0, 0.0)), 1e-12);
  avatar.place(object, box_at(avatar.moved() + Vec3(3.0, 0.0, 0.0), 1.0));
  EXPECT_EQ(avatar.moved(), Vec3(0.0));
}

TEST(ControlAvatar, IsScaledDownToTheLargestSizeAroundItsPelvis) {
  AnimatedObjectLimits limits;
  limits.largest = 2.0;
  ControlAvatar avatar(character());
  avatar.set_limits(limits);
  AvatarState before, after;
  WornOffsets locked{Uuid::numbered(1), true, 0.0, {{"mElbowLeft", {0.0, 0.3, 0.0}}}};
  Pose pose;
  pose.set_position(character().skeleton, character().skeleton.find("mPelvis"), Vec3(0.0, 0.0, 1.5));
  avatar.evaluate({&locked, 1}, pose, before);
  avatar.place({}, box_at(Vec3(0.0), 4.0));
  EXPECT_EQ(avatar.scale(), 0.5);
  avatar.evaluate({&locked, 1}, pose, after);
  const Vec3 pelvis = before.joints[joint_at("mPelvis")].world_position;
  EXPECT_EQ(after.joints[joint_at("mPelvis")].world_position, pelvis);
  for (std::size_t j = 0; j < before.joints.size(); ++j) {
    JointIndex above = static_cast<JointIndex>(j);
    while (character().skeleton[above].parent != kNoJoint) above = character().skeleton[above].parent;
    if (static_cast<std::size_t>(above) != joint_at("mPelvis")) {  // attachment points at mRoot
      EXPECT_EQ(after.joints[j].world_position, before.joints[j].world_position);
      EXPECT_EQ(after.joints[j].scale, before.joints[j].scale);
      continue;
    }
    const Vec3 expected = pelvis + 0.5 * (before.joints[j].world_position - pelvis);
    EXPECT_LT(glm::distance(after.joints[j].world_position, expected), 1e-9) << j;
    EXPECT_LT(glm::distance(after.joints[j].scale, 0.5 * before.joints[j].scale), 1e-12) << j;
  }
  // It is as large as allowed now; that must not make it grow again.
  avatar.place({}, box_at(Vec3(0.0), 2.0));
  EXPECT_EQ(avatar.scale(), 0.5);
  avatar.place({}, box_at(Vec3(0.0), 0.5));
  EXPECT_EQ(avatar.scale(), 1.0);
}

TEST(ControlAvatar, FollowsAnAttachmentPointWithoutItsScale) {
  const AvatarState wearer = evaluate_avatar(character(), random_inputs(3));
  JointTransform point = wearer.joints[joint_at("Skull")];
  point.scale = Vec3(7.0);
  ControlAvatar avatar(character());
  const Quat turn = glm::angleAxis(0.3, Vec3(1.0, 0.0, 0.0));
  avatar.place_attached(point, Vec3(0.1, 0.2, 0.3), turn, {});
  EXPECT_LT(glm::distance(avatar.root_position(),
                          point.world_position + point.world_rotation * Vec3(0.1, 0.2, 0.3)),
            1e-12);
  EXPECT_LT(angle_from(avatar.root_rotation(), point.world_rotation * turn), 1e-6);
}

}  // namespace
}  // namespace mannequin::test
