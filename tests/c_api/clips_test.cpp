// Clips through the C interface play as they do through the C++ one.
#include <cmath>

#include "engine/animation/player.h"
#include "engine/animation/sample.h"
#include "engine/avatar/avatar.h"
#include "engine/io/clip_file.h"
#include "engine/io/definitions.h"
#include "tests/c_api/c_api_case.h"

namespace mannequin::test {
namespace {

class CApiClips : public CApiTest {
 protected:
  void SetUp() override {
    CApiTest::SetUp();
    ASSERT_EQ(mannequin_clip_load(character_, text_.data(), text_.size(), "nod.bvh", &clip_), MANNEQUIN_OK)
        << mannequin_last_error();
    own_ = Character::build(io::read_builtin_character().value()).value();
    own_clip_ = io::read_clip(std::as_bytes(std::span(text_)), "nod.bvh", own_->skeleton).value().clip;
  }
  void TearDown() override {
    mannequin_clip_release(clip_);
    CApiTest::TearDown();
  }

  // The avatar's joints are those of the pose.
  void expect_joints(const Pose& pose) {
    AvatarInputs inputs;
    inputs.pose = pose;
    const AvatarState state = evaluate_avatar(*own_, inputs);
    ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    for (std::uint32_t joint = 0; joint < state.joints.size(); ++joint) {
      double xyz[3];
      ASSERT_EQ(mannequin_avatar_get_joint_position(avatar_, joint, xyz), MANNEQUIN_OK);
      for (int axis = 0; axis < 3; ++axis)
        ASSERT_EQ(xyz[axis], state.joints[joint].world_position[axis]) << own_->skeleton.joints()[joint].name;
    }
  }

  const std::string text_ = nodding_bvh();
  mannequin_clip* clip_ = nullptr;
  std::optional<Character> own_;
  std::optional<Clip> own_clip_;
};

TEST_F(CApiClips, TellWhatTheyAre) {
  mannequin_clip_info info = MANNEQUIN_INIT(mannequin_clip_info);
  ASSERT_EQ(mannequin_clip_get(clip_, &info), MANNEQUIN_OK);
  EXPECT_EQ(info.duration, own_clip_->duration());
  EXPECT_EQ(info.priority, 2);
  EXPECT_EQ(info.loops, 0);
  EXPECT_GE(info.joint_count, 3u);
  info.struct_size = 4;
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_clip_get(clip_, &info));
}

TEST_F(CApiClips, OneAloneIsAFunctionOfTime) {
  for (const double seconds : {1.2, 0.3, 100.0, -1.0, 0.7}) {
    ASSERT_EQ(mannequin_avatar_set_clip(avatar_, clip_, seconds), MANNEQUIN_OK);
    expect_joints(evaluate_clip(*own_clip_, own_->skeleton, seconds));
  }
}

TEST_F(CApiClips, AClipLeavesMRootAndGivesWayToWhatIsSetAfterIt) {
  uint32_t chest = 0;
  const double place[3] = {1, 2, 3}, turned[4] = {0, 0, 0.6, 0.8};
  ASSERT_EQ(mannequin_joint_find(character_, "mChest", &chest), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_root(avatar_, place, unit_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_clip(avatar_, clip_, 0.7), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_rotation(avatar_, chest, turned), MANNEQUIN_OK);
  Pose pose = evaluate_clip(*own_clip_, own_->skeleton, 0.7);
  pose.root_position = {1, 2, 3};
  pose.set_rotation(own_->skeleton, static_cast<JointIndex>(chest), Quat(0.8, 0, 0, 0.6));
  expect_joints(pose);
}

TEST_F(CApiClips, SeveralPlayAsTheViewersDo) {
  Player player(own_->skeleton);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_update_clips(avatar_, 0.0));
  ASSERT_EQ(mannequin_avatar_start_clip(avatar_, clip_), MANNEQUIN_OK);
  player.start(*own_clip_);
  for (const float seconds : {0.0f, 0.1f, 0.8f}) {
    ASSERT_EQ(mannequin_avatar_update_clips(avatar_, static_cast<double>(seconds)), MANNEQUIN_OK);
    player.update(seconds);
    expect_joints(player.pose());
  }
  ASSERT_EQ(mannequin_avatar_stop_clip(avatar_, clip_), MANNEQUIN_OK);
  player.stop(*own_clip_);
  mannequin_clip_release(clip_);  // the avatar keeps it
  for (const float seconds : {0.9f, 1.05f, 2.0f}) {
    ASSERT_EQ(mannequin_avatar_update_clips(avatar_, static_cast<double>(seconds)), MANNEQUIN_OK);
    player.update(seconds);
    expect_joints(player.pose());
  }
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_update_clips(avatar_, 1.0));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_update_clips(avatar_, std::nan("")));
  // Time never goes back, so one wrong number would stop all clips for ever.
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_update_clips(avatar_, 1e308));
  EXPECT_EQ(mannequin_avatar_update_clips(avatar_, 2.1), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_clear_pose(avatar_), MANNEQUIN_OK);
  expect_joints({});
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_update_clips(avatar_, 3.0));
}

TEST_F(CApiClips, WhatIsNoClipOrOfAnotherCharacterIsRefused) {
  mannequin_clip* none = nullptr;
  for (const std::string text : {"", "HIERARCHY", "no clip"})
    EXPECT_REFUSED(MANNEQUIN_CANNOT_READ,
                   mannequin_clip_load(character_, text.data(), text.size(), "x.bvh", &none));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_clip_load(character_, nullptr, 1, nullptr, &none));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_clip_load(character_, "x", 1, nullptr, nullptr));
  EXPECT_EQ(none, nullptr);
  mannequin_character* other = nullptr;
  ASSERT_EQ(mannequin_character_builtin(&other), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_clip_load(other, text_.data(), text_.size(), "nod.bvh", &none), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_set_clip(avatar_, none, 0.0));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_start_clip(avatar_, none));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_set_clip(avatar_, clip_, std::nan("")));
  mannequin_clip_release(none);
  mannequin_character_release(other);
}

}  // namespace
}  // namespace mannequin::test
