// The viewer's own motions, compared with their formulas evaluated by hand.
#include "engine/motion/viewer_motions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/animation/player.h"
#include "engine/avatar/avatar.h"
#include "engine/motion/aiming.h"
#include "engine/motion/hands.h"
#include "engine/motion/idle.h"
#include "engine/motion/walk.h"
#include "tests/animation/clip_case.h"
#include "tests/avatar/batch_case.h"

namespace mannequin::test {
namespace {

// The default avatar at rest, with some joints turned.
class MotionScene {
 public:
  explicit MotionScene(const Pose& pose = {}) { turn(pose); }
  void turn(const Pose& pose) {
    AvatarInputs inputs;
    inputs.pose = pose;
    evaluate_avatar(character(), inputs, state_);
  }
  MotionFrame frame(double seconds, std::optional<Vec3> target = std::nullopt) const {
    return {state_.joints, Quat(1.0, 0.0, 0.0, 0.0), seconds, target};
  }
  const JointTransform& at(const char* name) const {
    return state_.joints[static_cast<std::size_t>(character().skeleton.find(name))];
  }
  // So far from the head, at its height.
  Vec3 seen_at(double degrees, double distance) const {
    const double a = glm::radians(degrees);
    return at("mHead").world_position + distance * Vec3(std::cos(a), std::sin(a), 0.0);
  }

 private:
  AvatarState state_;
};

double yaw_of(const Quat& q) { return glm::degrees(2.0 * std::atan2(q.z, q.w)); }
double pitch_of(const Quat& q) { return glm::degrees(2.0 * std::atan2(q.y, q.w)); }
double angle_between(const Quat& a, const Quat& b) {
  const Quat turn = glm::inverse(a) * b;
  return glm::degrees(2.0 * std::atan2(glm::length(Vec3(turn.x, turn.y, turn.z)), std::abs(turn.w)));
}

HeadTurn turn_after(const MotionScene& scene, std::optional<Vec3> target, double seconds, double rate,
                    MotionSteps steps) {
  HeadMotion head(character().skeleton, steps);
  for (int n = 0; n < static_cast<int>(std::lround(seconds * rate)); ++n)
    head.update(scene.frame(1.0 / rate, target));
  return head.turn();
}

TEST(HeadMotion, LooksAtATargetWithHeadNeckAndTorso) {
  const MotionScene scene;
  for (const MotionSteps steps : {MotionSteps::even, MotionSteps::viewer}) {
    const HeadTurn turn = turn_after(scene, scene.seen_at(40.0, 5.0), 10.0, 60.0, steps);
    // Neck and head take half each, in turn: together all of it.
    EXPECT_NEAR(yaw_of(turn.neck), 20.0, 1e-6);
    const double half = glm::radians(20.0);
    EXPECT_NEAR(yaw_of(turn.torso),
                glm::degrees(2.0 * std::atan2(0.35 * std::sin(half), 0.65 + 0.35 * std::cos(half))), 1e-6);
  }
}

TEST(HeadMotion, TurnsNoFurtherThan72Degrees) {
  const MotionScene scene;
  const HeadTurn turn = turn_after(scene, scene.seen_at(150.0, 5.0), 20.0, 60.0, MotionSteps::even);
  EXPECT_NEAR(yaw_of(turn.neck), 36.0, 1e-6);
}

TEST(HeadMotion, StaysWhereItIsForWhatIsTooNear) {
  const MotionScene scene;
  EXPECT_NEAR(yaw_of(turn_after(scene, scene.seen_at(40.0, 0.29), 5.0, 60.0, MotionSteps::even).neck), 0.0,
              1e-9);
}

TEST(HeadMotion, KeepsTheHeadLevelOnABentChest) {
  Pose bent;
  bent.set_rotation(character().skeleton, character().skeleton.find("mChest"),
                    glm::angleAxis(glm::radians(20.0), Vec3(0.0, 1.0, 0.0)));
  const HeadTurn turn = turn_after(MotionScene(bent), std::nullopt, 5.0, 60.0, MotionSteps::even);
  EXPECT_NEAR(pitch_of(turn.neck), -10.0, 1e-6);
  EXPECT_NEAR(pitch_of(turn.torso), 0.0, 1e-6);
}

TEST(HeadMotion, FollowsWithItsHalfLifeAtAnyFrameRate) {
  const MotionScene scene;
  const Vec3 target = scene.seen_at(40.0, 5.0);
  for (const double rate : {20.0, 60.0, 140.0}) {
    // After 0.15 s half of the way is gone.
    EXPECT_NEAR(yaw_of(turn_after(scene, target, 0.15, rate, MotionSteps::even).neck), 10.0, 1e-6) << rate;
  }
  // The viewer's chords are nearly so.
  const double slow = yaw_of(turn_after(scene, target, 0.15, 20.0, MotionSteps::viewer).neck);
  EXPECT_NEAR(slow, 10.0, 0.3);
  EXPECT_GT(std::abs(slow - yaw_of(turn_after(scene, target, 0.15, 140.0, MotionSteps::viewer).neck)), 1e-4);
}

TEST(HeadMotion, StaysFiniteStraightAbove) {
  const MotionScene scene;
  const Vec3 above = scene.at("mHead").world_position + Vec3(0.0, 0.0, 3.0);
  const HeadTurn turn = turn_after(scene, above, 1.0, 60.0, MotionSteps::even);
  EXPECT_NEAR(glm::length(turn.neck), 1.0, 1e-9);
  EXPECT_LT(pitch_of(turn.neck), 0.0);  // up
}

TEST(EyeMotion, ConvergesOnATargetAndDivergesWithoutOne) {
  const MotionScene scene;
  EyeMotion eyes(character().skeleton);
  eyes.update(scene.frame(0.1));
  EXPECT_NEAR(angle_between(eyes.eyes().left, eyes.eyes().right), 0.0, 1e-6);
  const double apart =
      glm::distance(scene.at("mEyeLeft").world_position, scene.at("mEyeRight").world_position);
  for (const double distance : {0.2, 1.0, 50.0}) {
    eyes.update(scene.frame(0.1, scene.seen_at(0.0, distance)));
    const double vergence = 4.0 - glm::degrees(std::atan2(0.5 * apart, distance));
    EXPECT_NEAR(angle_between(eyes.eyes().left, eyes.eyes().right), 2.0 * std::abs(vergence), 1e-6);
  }
}

TEST(EyeMotion, AimsWithin27DegreesAndWandersALittle) {
  const MotionScene scene;
  EyeMotion eyes(character().skeleton, MotionSteps::even, 7);
  double least = 1e9, most = -1e9;
  for (int n = 0; n < 600; ++n) {
    eyes.update(scene.frame(0.1, scene.seen_at(60.0, 5.0)));
    const double yaw = 0.5 * (yaw_of(eyes.eyes().left) + yaw_of(eyes.eyes().right));
    least = std::min(least, yaw), most = std::max(most, yaw);
  }
  const double wander = glm::degrees(0.08 + 0.15);
  EXPECT_GE(least, 27.0 - wander - 1.0);
  EXPECT_LE(most, 27.0 + wander + 1.0);
  EXPECT_GT(most - least, 0.5 * wander);
}

TEST(EyeMotion, GlancesAndBlinksAtTheirOwnTimesWhateverTheFrameRate) {
  const MotionScene scene;
  EyeMotion slow(character().skeleton, MotionSteps::even, 3),
      fast(character().skeleton, MotionSteps::even, 3);
  int closed = 0, compared = 0;
  for (int n = 0; n < 3000; ++n) {
    slow.update(scene.frame(1.0 / 32.0));
    for (int k = 0; k < 4; ++k) {
      fast.update(scene.frame(1.0 / 128.0));
      closed += fast.blink()[0].weight == 1.0f;
    }
    EXPECT_LT(angle_between(slow.eyes().left, fast.eyes().left), 1e-6) << n;
    EXPECT_NEAR(slow.blink()[0].weight, fast.blink()[0].weight, 1e-6) << n;
    ++compared;
  }
  EXPECT_EQ(compared, 3000);
  // Some twenty blinks of five hundredths of a second in a minute and a half.
  EXPECT_GT(closed, 40);
  EXPECT_LT(closed, 600);
}

TEST(EyeMotion, BlinksAsTheViewerDoesForAFrameOrTwo) {
  const MotionScene scene;
  EyeMotion eyes(character().skeleton, MotionSteps::viewer, 3);
  int longest = 0, run = 0, blinks = 0;
  for (int n = 0; n < 1800; ++n) {
    eyes.update(scene.frame(1.0 / 30.0));
    run = eyes.blink()[1].weight > 0.0f ? run + 1 : 0;
    blinks += run == 1;
    longest = std::max(longest, run);
  }
  EXPECT_GE(blinks, 5);
  EXPECT_LE(longest, 3);
}

TEST(IdleMotions, BreatheAndSwayWithinTheirBounds) {
  EXPECT_NEAR(pitch_of(breathing(std::acos(0.0))), glm::degrees(0.05), 1e-9);
  EXPECT_NEAR(pitch_of(breathing(0.0)), 0.0, 1e-12);
  double most = 0.0, jump = 0.0;
  Quat before = body_noise(0.0);
  for (double t = 0.0; t < 600.0; t += 0.05) {
    const Quat now = body_noise(t);
    most = std::max(most, angle_between(Quat(1.0, 0.0, 0.0, 0.0), now));
    jump = std::max(jump, angle_between(before, now));
    before = now;
  }
  EXPECT_GT(most, 0.5);
  EXPECT_LT(most, 2.0 / 0.42);
  EXPECT_LT(jump, 0.2);
}

// An avatar that goes along X at `speed`, whose feet come along by `slide` of it.
double walk_speed(double speed, double slide, double facing, double seconds) {
  WalkAdjustment walk(character().skeleton);
  Pose pose;
  const double dt = 1.0 / 60.0;
  for (double t = 0.0; t < seconds; t += dt) {
    pose.root_position.x = slide * speed * t;
    MotionScene scene(pose);
    MotionFrame frame = scene.frame(dt);
    frame.root_rotation = glm::angleAxis(facing, Vec3(0.0, 0.0, 1.0));
    walk.update(frame, {Vec3(speed, 0.0, 0.0), 0.0, 1.0});
  }
  return walk.speed();
}

TEST(WalkAdjustment, HurriesFeetThatSlideAndSlowsThoseThatOutrunTheBody) {
  EXPECT_NEAR(walk_speed(3.0, 0.0, 0.0, 4.0), 1.0, 1e-3);               // the standing foot does not move
  EXPECT_NEAR(walk_speed(3.0, 0.2, 0.0, 4.0), 1.25, 1e-3);              // it comes along by a fifth: 1 / 0.8
  EXPECT_NEAR(walk_speed(3.0, 0.9, 0.0, 4.0), 1.5, 1e-3);               // carried along
  EXPECT_NEAR(walk_speed(3.0, -1.0, 0.0, 4.0), 0.5, 1e-3);              // twice as fast as the body
  EXPECT_NEAR(walk_speed(3.0, 0.0, std::acos(-1.0), 4.0), -1.0, 1e-3);  // backwards
  EXPECT_NEAR(walk_speed(0.0, 0.0, 0.0, 4.0), 1.0, 1e-3);
}

TEST(WalkAdjustment, BeginsAnewAndWrapsClipsThatRunBackwards) {
  const MotionScene scene;
  WalkAdjustment walk(character().skeleton);
  walk.update(scene.frame(0.5), {Vec3(2.0, 0.0, 0.0), 0.0, 1.0});
  EXPECT_NE(walk.speed(), 0.0);
  walk.reset();
  EXPECT_EQ(walk.speed(), 0.0);
  EXPECT_NEAR(advance_walk(1.0, 0.5, 1.2, 2.0), 1.6, 1e-12);
  EXPECT_NEAR(advance_walk(0.2, 0.5, -1.0, 2.0), 1.7, 1e-12);
}

TEST(FlightLean, LeansIntoACurveAtSpeedOnly) {
  FlightLean slow, fast;
  Quat lean;
  for (int n = 0; n < 300; ++n) {
    slow.update(1.0 / 60.0, {Vec3(5.0, 0.0, 0.0), 1.0, 1.0});
    lean = fast.update(1.0 / 60.0, {Vec3(20.0, 0.0, 0.0), 1.0, 1.0});
  }
  EXPECT_NEAR(yaw_of(lean), glm::degrees(-0.6), 1e-6);
  EXPECT_NEAR(yaw_of(slow.update(0.1, {Vec3(5.0, 0.0, 0.0), 1.0, 1.0})), 0.0, 1e-9);
}

// The right arm points to the side. What is added turns the arm that it looks at, and so comes to rest
// half-way, as in the viewer.
TEST(AimMotion, TurnsTheArmHalfWayToTheTarget) {
  const JointIndex torso = character().skeleton.find("mTorso");
  MotionScene scene;
  AimMotion aim(character().skeleton);
  const double before = glm::degrees(std::atan2(-1.0, 0.0));
  for (int n = 0; n < 600; ++n) {
    Pose pose;
    pose.set_rotation(character().skeleton, torso,
                      aim.update(scene.frame(1.0 / 60.0, scene.seen_at(-30.0, 9.0))));
    // The target moves with the head; what counts is its direction.
    scene.turn(pose);
  }
  const Vec3 hand = scene.at("mWristRight").world_rotation * Vec3(0.0, -1.0, 0.0);
  EXPECT_NEAR(glm::degrees(std::atan2(hand.y, hand.x)), 0.5 * (before - 30.0), 0.1);
  EXPECT_NEAR(hand.z, 0.0, 1e-3);
}

TEST(AimMotion, AddsNothingWithoutATarget) {
  const MotionScene scene;
  AimMotion aim(character().skeleton);
  EXPECT_EQ(aim.update(scene.frame(0.1)), Quat(1.0, 0.0, 0.0, 0.0));
}

float weight_of(const HandMotion& hands, int parameter) {
  for (const ParameterWeight& w : hands.weights())
    if (w.parameter == parameter) return w.weight;
  return -1.0f;
}

TEST(HandMotion, TakesAFifthOfASecondToTheNextPose) {
  for (const MotionSteps steps : {MotionSteps::even, MotionSteps::viewer}) {
    HandMotion hands(steps);
    EXPECT_EQ(weight_of(hands, 101), 1.0f);
    for (int n = 0; n < 5; ++n) hands.update(0.02, 3u);
    EXPECT_NEAR(weight_of(hands, 103), 0.5f, 1e-5f);
    EXPECT_NEAR(weight_of(hands, 101), 0.5f, 1e-5f);
    for (int n = 0; n < 6; ++n) hands.update(0.02, 3u);
    EXPECT_EQ(weight_of(hands, 103), 1.0f);
    EXPECT_EQ(weight_of(hands, 101), 0.0f);
    // Spread hands are the mesh as it is.
    for (int n = 0; n < 11; ++n) hands.update(0.02, 0u);
    for (const ParameterWeight& w : hands.weights()) EXPECT_EQ(w.weight, 0.0f);
    // Nobody asks, or for a pose that is none: relaxed.
    for (int n = 0; n < 11; ++n) hands.update(0.02, n % 2 == 0 ? std::optional<unsigned>() : 14u);
    EXPECT_EQ(weight_of(hands, 101), 1.0f);
  }
}

TEST(HandMotion, JumpsOnlyAsTheViewerWhenTheWishChangesHalfWay) {
  HandMotion even, viewer(MotionSteps::viewer);
  for (HandMotion* hands : {&even, &viewer}) {
    for (int n = 0; n < 5; ++n) hands->update(0.02, 3u);
    hands->update(0.02, 11u);
  }
  EXPECT_NEAR(weight_of(even, 103), 0.4f, 1e-5f);
  EXPECT_NEAR(weight_of(even, 672), 0.1f, 1e-5f);
  EXPECT_EQ(weight_of(viewer, 103), 0.0f);
  EXPECT_NEAR(weight_of(viewer, 101), 0.9f, 1e-5f);
  EXPECT_NEAR(weight_of(viewer, 672), 0.1f, 1e-5f);
}

TEST(HandMotion, AsksTheClipOfHighestPriorityAndOfEqualsTheOldest) {
  const Skeleton skeleton = small_skeleton();
  const auto clip = [&](unsigned pose, int track_priority, const char* joint) {
    ClipDesc desc = nod(joint, 10.0f);
    desc.hand_pose = pose;
    desc.loop = true;
    desc.tracks[0].priority = track_priority;
    return Clip::build(std::move(desc), skeleton).value();
  };
  const Clip first = clip(4, 3, "mChest"), second = clip(5, 3, "mHead"), high = clip(6, 5, "mFaceJaw"),
             own = clip(7, kClipPriority, "mPelvis");
  Player player(skeleton);
  EXPECT_EQ(hand_pose_of(player), std::nullopt);
  float time = 0.0f;
  const auto pose_with = [&](const Clip& more) {
    player.start(more);
    player.update(time += 0.1f);
    return hand_pose_of(player);
  };
  EXPECT_EQ(pose_with(own), 7u);
  EXPECT_EQ(pose_with(first), 4u);
  EXPECT_EQ(pose_with(second), 4u);
  EXPECT_EQ(pose_with(high), 6u);
}

TEST(Expressions, AreFoundByAClipsNameAndShowForTheirTime) {
  const Appearance& appearance = character().appearance;
  EXPECT_EQ(appearance[expression_of(appearance, "Smile")].id, 318);
  EXPECT_EQ(appearance[expression_of(appearance, "express_afraid_emote")].id, 310);
  for (const char* none : {"", "Closed_Mouth", "Nonsense"})
    EXPECT_EQ(expression_of(appearance, none), kNoParameter) << none;
  EXPECT_EQ(expression_weight(0.0), 0.0);
  EXPECT_NEAR(expression_weight(0.15), 0.5, 1e-12);
  EXPECT_EQ(expression_weight(1.0), 1.0);
  EXPECT_NEAR(expression_weight(2.1), 0.5, 1e-12);
  EXPECT_EQ(expression_weight(3.0), 0.0);
  const auto weights = expression_weights(appearance, expression_of(appearance, "Smile"), 0.75);
  EXPECT_EQ(weights[0].parameter, 318);
  EXPECT_NEAR(weights[0].weight, 0.75f, 1e-6f);
  EXPECT_EQ(weights[1].parameter, 300);
  EXPECT_NEAR(weights[1].weight, 0.25f, 1e-6f);
}

TEST(ViewerMotions, BlendWithClipsByTheViewersPriorities) {
  const Skeleton& skeleton = character().skeleton;
  ClipDesc desc = nod("mNeck", 30.0f);
  desc.priority = 0;
  const Clip below = Clip::build(desc, skeleton).value();
  desc.priority = 4;
  const Clip above = Clip::build(desc, skeleton).value();
  for (const Clip* clip : {&below, &above}) {
    Player player(skeleton);
    ViewerMotions motions(skeleton);
    player.start(*clip);
    MotionScene scene;
    for (int n = 1; n <= 60; ++n)
      player.update(static_cast<float>(n) / 60.0f, nullptr,
                    motions.update(scene.frame(1.0 / 60.0, scene.seen_at(40.0, 5.0))));
    const auto neck = static_cast<std::size_t>(skeleton.find("mNeck"));
    const Quat turned = player.pose().rotations.at(neck).value();
    const Quat expected = clip == &below ? motions.head().turn().neck
                                         : Quat(sample_rotation(clip->tracks()[0].rotations, 1.0f));
    EXPECT_LT(angle_between(turned, expected), 1e-5);
    for (const char* name : {"mTorso", "mHead", "mChest", "mEyeLeft", "mFaceEyeAltRight"})
      EXPECT_TRUE(player.pose().rotations[static_cast<std::size_t>(skeleton.find(name))]) << name;
    EXPECT_EQ(player.pose().positions.at(static_cast<std::size_t>(skeleton.find("mPelvis"))), Vec3(0.0));
    EXPECT_EQ(motions.weights().size(), 2u);
  }
}

TEST(ViewerMotions, LeaveOutWhatIsSwitchedOff) {
  ViewerMotionOptions options;
  options.head = options.eyes = options.noise = options.breath = options.pelvis = false;
  ViewerMotions motions(character().skeleton, options);
  const MotionScene scene;
  for (const MotionLayer& layer : motions.update(scene.frame(1.0))) EXPECT_EQ(layer.weight, 0.0f);
  EXPECT_EQ(motions.eyes().blink()[0].parameter, kBlinkLeft);
}

}  // namespace
}  // namespace mannequin::test
