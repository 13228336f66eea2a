// Rotations longer than 1, as in some keys of .anim files: a crowd and a single avatar stretch the same
// children by the same lengths.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/avatar/avatar.h"
#include "tests/avatar/batch_case.h"
#include "tools/scenes/random.h"

namespace mannequin::test {
namespace {

class BatchRotation : public testing::TestWithParam<BatchOptions> {};
INSTANTIATE_TEST_SUITE_P(EveryTarget, BatchRotation, testing::ValuesIn(every_way()), [](const auto& tested) {
  return fmt::format("{}_by_{}", name(tested.param.target), tested.param.lanes);
});

// A key as a .anim holds it: x, y, z of any size up to 1 each, w what is left for it, or 0.
Quat key(scenes::Random& random) {
  const auto even = [&] { return random.unit() * 2.0 - 1.0; };
  const double x = even(), y = even(), z = even();
  return {std::sqrt(std::max(0.0, 1.0 - x * x - y * y - z * z)), x, y, z};
}

// One joint in `one_in` turned by such a key, and mRoot too.
Pose keyed_pose(std::uint32_t seed, std::uint32_t one_in) {
  scenes::Random random(seed);
  Pose pose;
  for (std::size_t j = 0; j < character().skeleton.size(); ++j)
    if (random.below(one_in) == 0)
      pose.set_rotation(character().skeleton, static_cast<JointIndex>(j), key(random));
  pose.root_rotation = key(random);
  return pose;
}

// Of a row's greatest number. Lengths multiply down a chain, and a matrix 1 - 2 (yy + zz) of great numbers
// loses what they cancel.
constexpr double kLongLimit = 2e-5;

TEST_P(BatchRotation, LongerThanOneIsTheSameInACrowd) {
  AvatarBatch batch = make_batch(GetParam());
  std::vector<AvatarInputs> inputs;
  for (std::uint32_t i = 0; i < 40; ++i) {
    inputs.push_back(random_inputs(i));
    inputs.back().pose = keyed_pose(i, 4 + i % 8);
    give(batch, batch.add_avatar(), inputs.back());
  }
  batch.evaluate();
  double worst = 0.0, longest = 0.0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    worst = std::max(worst, difference(palette_of(batch, 0, i), exact_palette(inputs[i], tube_skin())));
    for (const JointTransform& joint : evaluate_avatar(character(), inputs[i]).joints)
      longest = std::max(longest, glm::length(joint.world_rotation));
  }
  EXPECT_LT(worst, kLongLimit);
  EXPECT_GT(longest, 2.0);  // else nothing was tested
  RecordProperty("worst", fmt::format("{:.2e}", worst));
}

// Such a joint stretches its children by the square of its length, but is not stretched itself.
TEST_P(BatchRotation, ChildrenAreStretchedByTheSquareOfTheLength) {
  const Skeleton& skeleton = character().skeleton;
  const JointIndex chest = skeleton.find("mChest"), neck = skeleton.find("mNeck");
  const auto distance = [&](double length) {
    AvatarInputs inputs;
    inputs.pose.set_rotation(skeleton, chest, Quat(0.0, 0.0, 0.0, length));
    AvatarBatch batch = make_batch(GetParam());
    give(batch, batch.add_avatar(), inputs);
    batch.evaluate();
    EXPECT_LT(difference(palette_of(batch, 0, 0), exact_palette(inputs, tube_skin())), 1e-6);
    const AvatarState state = evaluate_avatar(character(), inputs);
    return glm::distance(state.joints[static_cast<std::size_t>(neck)].world_position,
                         state.joints[static_cast<std::size_t>(chest)].world_position);
  };
  EXPECT_NEAR(distance(1.5) / distance(1.0), 1.5 * 1.5, 1e-9);
}

TEST_P(BatchRotation, LanesDoNotMatterForThem) {
  BatchOptions other = GetParam();
  other.lanes = kBatchLanes + 1 - other.lanes;
  AvatarBatch a = make_batch(GetParam()), b = make_batch(other);
  for (std::uint32_t i = 0; i < 20; ++i) {
    a.set_pose(a.add_avatar(), keyed_pose(i, 3));
    b.set_pose(b.add_avatar(), keyed_pose(i, 3));
  }
  a.evaluate();
  b.evaluate();
  EXPECT_TRUE(same_bits(a.palettes(0), b.palettes(0)));
  // One by one, too.
  for (std::uint32_t i = 0; i < 20; ++i) {
    a.set_pose(i, keyed_pose(i + 50, 3));
    a.evaluate();
    b.set_pose(i, keyed_pose(i + 50, 3));
  }
  b.evaluate();
  EXPECT_TRUE(same_bits(a.palettes(0), b.palettes(0)));
}

}  // namespace
}  // namespace mannequin::test
