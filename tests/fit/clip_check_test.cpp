#include "engine/fit/clip_check.h"

#include <gtest/gtest.h>

#include "tests/animation/clip_case.h"

namespace mannequin {
namespace {

using test::nod;
using test::tilt;

// small_skeleton with an attachment point.
Skeleton skeleton_with_point() {
  SkeletonDesc desc{"test", {}};
  JointDesc pelvis, head, point;
  pelvis.name = "mPelvis";
  pelvis.position = {0, 0, 1};
  head.name = "mHead";
  head.parent = "mPelvis";
  head.position = {0, 0, 0.5};
  point.name = "Skull";
  point.parent = "mHead";
  point.position = {0, 0, 0.2};
  point.kind = JointKind::attachment_point;
  desc.joints = {pelvis, head, point};
  return Skeleton::build(std::move(desc)).value();
}

Findings checked(ClipDesc desc, const Skeleton& skeleton = test::small_skeleton(), std::size_t bytes = 1000) {
  const auto clip = Clip::build(std::move(desc), skeleton);
  EXPECT_TRUE(clip) << clip.error().message();
  return check_clip(*clip, skeleton, bytes);
}

// The only finding; its code is printed if there are others.
Finding only(const Findings& findings) {
  EXPECT_EQ(findings.size(), 1u);
  for (const Finding& f : findings) EXPECT_FALSE(f.message.empty() || f.remedy.empty()) << f.code;
  return findings.empty() ? Finding{} : findings.front();
}

TEST(ClipCheck, ASoundClipHasNoFindings) { EXPECT_TRUE(checked(nod("mHead", 20.0f)).empty()); }

TEST(ClipCheck, PositionKeysThatFightTheSliders) {
  ClipDesc desc = nod("mHead", 20.0f);
  desc.tracks[0].positions = {{0.0f, {0.0f, 0.0f, 0.2f}}, {1.0f, {0.0f, 0.0f, 0.23f}}};
  const Finding found = only(checked(desc));
  EXPECT_EQ(found.code, "clip_position_keys");
  EXPECT_EQ(found.severity, Severity::warning);
  EXPECT_EQ(found.joint, "mHead");
  EXPECT_NE(found.message.find("30.0 mm"), std::string::npos) << found.message;
  EXPECT_NE(found.remedy.find("--positions pelvis"), std::string::npos);
  // Keys at the joint's own place do no harm, nor do those of the pelvis.
  desc.tracks[0].positions.pop_back();
  desc.tracks.push_back({"hip", kClipPriority, {}, {{0.0f, {1.0f, 0.0f, 0.0f}}}});
  EXPECT_TRUE(checked(desc).empty());
}

TEST(ClipCheck, JointsThatTheAvatarDoesNotHaveAreRefused) {
  ClipDesc desc = nod("mHead", 20.0f);
  desc.tracks.push_back(desc.tracks[0]);
  desc.tracks[1].joint = "mTentacle";
  const Finding found = only(checked(desc));
  EXPECT_EQ(found.code, "clip_unknown_joint");
  EXPECT_EQ(found.severity, Severity::error);
  EXPECT_EQ(found.joint, "mTentacle");
}

TEST(ClipCheck, AJointListedTwicePlaysOnce) {
  ClipDesc desc = nod("mChest", 20.0f);
  desc.tracks.push_back(desc.tracks[0]);
  desc.tracks[1].joint = "chest";
  EXPECT_EQ(only(checked(desc)).code, "clip_joint_twice");
}

TEST(ClipCheck, APriorityAboveAllOthers) {
  ClipDesc desc = nod("mHead", 20.0f);
  desc.tracks[0].priority = 6;
  EXPECT_TRUE(checked(desc).empty());
  desc.tracks[0].priority = 7;
  EXPECT_EQ(only(checked(desc)).code, "clip_priority");
}

TEST(ClipCheck, TheSizeOfTheUpload) {
  EXPECT_TRUE(checked(nod("mHead", 20.0f), test::small_skeleton(), 250'000).empty());
  const Finding found = only(checked(nod("mHead", 20.0f), test::small_skeleton(), 250'001));
  EXPECT_EQ(found.code, "clip_too_large");
  EXPECT_EQ(found.severity, Severity::error);
}

TEST(ClipCheck, AttachmentPointsThatDoNotComeBack) {
  const Skeleton skeleton = skeleton_with_point();
  ClipDesc desc = nod("Skull", 20.0f);
  const Finding found = only(checked(desc, skeleton));
  EXPECT_EQ(found.code, "clip_attachment_points");
  EXPECT_EQ(found.joint, "Skull");
  EXPECT_NE(found.message.find("20.0 degrees"), std::string::npos) << found.message;
  // Back at its end.
  desc.tracks[0].rotations = {{0.0f, tilt(0.0f)}, {1.0f, tilt(20.0f)}, {2.0f, tilt(0.0f)}};
  EXPECT_TRUE(checked(desc, skeleton).empty());
  // But a loop is stopped anywhere.
  desc.loop = true;
  EXPECT_EQ(only(checked(desc, skeleton)).code, "clip_attachment_points");
}

TEST(ClipCheck, LoopsThatJump) {
  ClipDesc desc = nod("mHead", 20.0f);
  desc.loop = true;
  const Finding found = only(checked(desc));
  EXPECT_EQ(found.code, "clip_loop_jump");
  EXPECT_NE(found.message.find("20.0 degrees"), std::string::npos) << found.message;
  // There and back again it does not.
  desc.tracks[0].rotations = {{0.0f, tilt(0.0f)}, {1.0f, tilt(20.0f)}, {2.0f, tilt(0.0f)}};
  EXPECT_TRUE(checked(desc).empty());
  // Nor where the last frame is one short of the first, at the speed of the movement.
  desc.tracks[0].rotations = {{0.0f, tilt(0.0f)}, {1.0f, tilt(90.0f)}, {2.0f, tilt(2.7f)}};
  EXPECT_TRUE(checked(desc).empty());
}

TEST(ClipCheck, LoopsBeyondTheEndAndPosesThatFlash) {
  ClipDesc desc = nod("mHead", 0.0f);
  desc.loop = true;
  desc.loop_out = 3.0f;
  EXPECT_EQ(only(checked(desc)).code, "clip_loop_points");
  desc.loop_out = 2.0f;
  desc.loop_in = -1.0f;
  EXPECT_NE(only(checked(desc)).message.find("stands still"), std::string::npos);
  desc.loop_in = 0.0f;
  desc.loop_out = 3.0f;
  EXPECT_EQ(only(checked(nod("mHead", 5.0f, 0.033f))).code, "clip_flash");
  desc = nod("mHead", 0.0f, 0.033f);
  desc.loop = true;
  EXPECT_TRUE(checked(desc).empty());
  desc = nod("mHead", 0.0f, 0.0f);
  EXPECT_EQ(only(checked(desc)).code, "clip_duration");
}

}  // namespace
}  // namespace mannequin
