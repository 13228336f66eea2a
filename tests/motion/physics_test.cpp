// Avatar physics beyond the recorded numbers: starting at
// rest, gaps, disabled parts, and its effect on an avatar.
#include "engine/motion/physics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/avatar/avatar.h"
#include "tests/avatar/batch_case.h"

namespace mannequin::test {
namespace {

AllPhysicsSettings swinging(float max_effect = 1.0f) {
  AllPhysicsSettings all;
  for (PhysicsSettings& settings : all) settings.max_effect = max_effect;
  return all;
}

PhysicsJoint at_height(float z) {
  return {Vec3f(100.0f, 50.0f, 20.0f + z), glm::quat(1.0f, 0.0f, 0.0f, 0.0f)};
}

double largest(const AvatarPhysics& physics) {
  double most = 0.0;
  for (const ParameterWeight& w : physics.weights())
    most = std::max(most, std::abs(static_cast<double>(w.weight)));
  return most;
}

// 30 frames a second at `height(seconds)`; the largest weight of any frame.
template <typename Height>
double largest_over(AvatarPhysics& physics, float from, float to, const AllPhysicsSettings& settings,
                    Height height) {
  double most = 0.0;
  for (float t = from; t < to; t += 1.0f / 30.0f) {
    const PhysicsJoint joint = at_height(height(t));
    physics.update(t, joint, joint, settings);
    most = std::max(most, largest(physics));
  }
  return most;
}

TEST(AvatarPhysics, BeginsAtRestWhereTheAvatarIs) {
  const auto still = [](float) { return 0.0f; };
  AvatarPhysics physics(character().appearance);
  EXPECT_EQ(largest_over(physics, 0.0f, 2.0f, swinging(), still), 0.0);
  PhysicsOptions options;
  options.start_as_viewer = true;
  AvatarPhysics as_viewer(character().appearance, options);
  EXPECT_GT(largest_over(as_viewer, 0.0f, 2.0f, swinging(), still), 0.9);  // the way from the world's origin
}

TEST(AvatarPhysics, SwingsWhenTheAvatarMovesAndComesToRest) {
  AvatarPhysics physics(character().appearance);
  const auto jump = [](float t) { return t < 0.5f ? 0.0f : 0.1f; };
  EXPECT_GT(largest_over(physics, 0.0f, 1.0f, swinging(), jump), 0.1);
  largest_over(physics, 1.0f, 20.0f, swinging(), jump);
  EXPECT_LT(largest(physics), 1e-3);
}

TEST(AvatarPhysics, DrivesAllEightParametersAndNoMoreThanTheirRanges) {
  AvatarPhysics physics(character().appearance);
  ASSERT_EQ(physics.weights().size(), 8u);
  largest_over(physics, 0.0f, 3.0f, swinging(3.0f), [](float t) { return std::sin(9.0f * t); });
  for (const ParameterWeight& w : physics.weights()) {
    const ParameterDesc& parameter = character().appearance[character().appearance.find(w.parameter)];
    EXPECT_GE(w.weight, static_cast<float>(parameter.min));
    EXPECT_LE(w.weight, static_cast<float>(parameter.max));
  }
}

TEST(AvatarPhysics, OffIsOffAndSwitchedOnItBeginsAtRest) {
  // Somewhere else than where it was when it was last on, but still by the time that it is switched on.
  const auto moved = [](float t) { return 0.5f * std::sin(std::min(t, 2.0f)); };
  AvatarPhysics physics(character().appearance);
  EXPECT_EQ(largest_over(physics, 0.0f, 2.5f, swinging(0.0f), moved), 0.0);
  EXPECT_EQ(largest_over(physics, 2.5f, 3.0f, swinging(), moved), 0.0);
  PhysicsOptions options;
  options.start_as_viewer = true;
  AvatarPhysics as_viewer(character().appearance, options);
  largest_over(as_viewer, 0.0f, 2.5f, swinging(0.0f), moved);
  EXPECT_GT(largest_over(as_viewer, 2.5f, 3.0f, swinging(), moved), 0.5);  // its state was stale
  // And switched off in the middle of a swing.
  largest_over(physics, 3.0f, 3.3f, swinging(), [](float t) { return t; });
  EXPECT_GT(largest(physics), 0.0);
  physics.update(3.31f, at_height(0.0f), at_height(0.0f), swinging(0.0f));
  EXPECT_EQ(largest(physics), 0.0);
}

TEST(AvatarPhysics, AGapOrANewPlaceIsNoMovement) {
  AvatarPhysics physics(character().appearance);
  const AllPhysicsSettings settings = swinging();
  largest_over(physics, 0.0f, 1.0f, settings, [](float) { return 0.0f; });
  physics.update(3.0f, at_height(50.0f), at_height(50.0f), settings);  // unseen for two seconds
  physics.update(3.03f, at_height(50.0f), at_height(50.0f), settings);
  EXPECT_EQ(largest(physics), 0.0);
  physics.rest();
  physics.update(3.06f, at_height(-50.0f), at_height(-50.0f), settings);
  physics.update(3.09f, at_height(-50.0f), at_height(-50.0f), settings);
  EXPECT_EQ(largest(physics), 0.0);
}

TEST(AvatarPhysics, WhatIsNotFiniteEndsAtRest) {
  AvatarPhysics physics(character().appearance);
  AllPhysicsSettings settings = swinging();
  largest_over(physics, 0.0f, 0.5f, settings, [](float t) { return t; });
  PhysicsJoint broken = at_height(0.0f);
  broken.position.z = std::numeric_limits<float>::quiet_NaN();
  physics.update(0.6f, broken, broken, settings);
  EXPECT_EQ(largest(physics), 0.0);
  largest_over(physics, 0.7f, 1.5f, settings, [](float) { return 0.0f; });
  EXPECT_EQ(largest(physics), 0.0);
}

// The same swing on a single avatar and in a crowd, and only where the sex has it.
TEST(AvatarPhysics, MovesTheVolumesOfAvatars) {
  const Skeleton& skeleton = character().skeleton;
  AvatarPhysics physics(character().appearance);
  AvatarInputs inputs;
  AvatarBatch batch = make_batch();
  batch.add_avatar();
  const auto volume = static_cast<std::size_t>(skeleton.find("LEFT_PEC"));
  const Vec3 before = evaluate_avatar(character(), inputs).joints[volume].position;
  for (int frame = 0; frame <= 20; ++frame) {
    inputs.pose.root_position.z = frame < 10 ? 0.0 : 0.2;
    const AvatarState state = evaluate_avatar(character(), inputs);
    physics.update(static_cast<float>(frame) / 30.0f, skeleton, state.joints, swinging());
    for (const ParameterWeight& w : physics.weights()) {
      inputs.sliders[w.parameter] = static_cast<double>(w.weight);
      batch.set_slider(0, w.parameter, static_cast<double>(w.weight));
    }
  }
  batch.evaluate();
  const Vec3 after = evaluate_avatar(character(), inputs).joints[volume].position;
  EXPECT_GT(glm::distance(before, after), 0.002);
  EXPECT_LT(glm::distance(after, Vec3(batch.local_position(0, skeleton.find("LEFT_PEC")))), 1e-6);
}

TEST(AvatarPhysics, ReadsItsSettingsFromTheSliders) {
  const Appearance& appearance = character().appearance;
  const AllPhysicsSettings all = physics_settings(
      appearance,
      evaluate_weights(appearance, with_defaults(appearance, {{10003, 1.5}, {10025, 0.75}, {10011, 0.5}})));
  EXPECT_EQ(all[1].max_effect, 1.5f);
  EXPECT_EQ(all[4].max_effect, 0.75f);
  EXPECT_EQ(all[5].mass, 0.5f);
  EXPECT_EQ(all[0].max_effect, 0.0f);
  EXPECT_EQ(all[0].spring, 10.0f);
}

}  // namespace
}  // namespace mannequin::test
