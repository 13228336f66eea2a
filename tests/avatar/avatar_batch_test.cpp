// AvatarBatch against the double-precision evaluation of one avatar, and against itself: the bits depend only
// on the inputs, not on how they were set or which avatars are in the same batch.
#include "engine/avatar/avatar_batch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include <limits>
#include <thread>

#include "engine/avatar/batch_tables.h"
#include "engine/skinning/palette.h"
#include "tests/avatar/batch_case.h"
#include "tools/scenes/random.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

class EveryTarget : public testing::TestWithParam<BatchOptions> {};
INSTANTIATE_TEST_SUITE_P(AvatarBatch, EveryTarget, testing::ValuesIn(every_way()), [](const auto& tested) {
  return fmt::format("{}_by_{}", name(tested.param.target), tested.param.lanes);
});

TEST_P(EveryTarget, AgreesWithDoublePrecisionOverAllNamedShapesAndPoses) {
  const Skin* const skins[] = {&tube_skin(), &body_skin()};
  AvatarBatch batch = make_batch(GetParam(), skins);
  std::vector<AvatarInputs> inputs;
  const std::vector<scenes::NamedPose> poses = scenes::poses(character().skeleton);
  for (const scenes::NamedShape& shape : scenes::shapes(character().appearance)) {
    // Every shape in one pose and every pose in some shape: the two do not meet before the solver.
    inputs.push_back({shape.sliders, true, {}, poses[inputs.size() % poses.size()].pose});
    give(batch, batch.add_avatar(), inputs.back());
  }
  batch.evaluate();
  double worst = 0.0;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      worst = std::max(worst, difference(palette_of(batch, k, i), exact_palette(inputs[i], *skins[k])));
  EXPECT_LT(worst, 1e-6);
  RecordProperty("worst", fmt::format("{:.2e}", worst));
}

TEST_P(EveryTarget, AgreesForRandomAvatarsOfAnyNumber) {
  for (const std::size_t count : {1u, 7u, 16u, 17u, 33u}) {
    AvatarBatch batch = make_batch(GetParam());
    for (std::uint32_t i = 0; i < count; ++i) give(batch, batch.add_avatar(), random_inputs(i));
    batch.evaluate();
    ASSERT_EQ(batch.palettes(0).size(), count * tube_skin().palette_size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const AvatarInputs inputs = random_inputs(i);
      ASSERT_LT(difference(palette_of(batch, 0, i), exact_palette(inputs, tube_skin())), kLimit) << i;
      const AvatarState exact = evaluate_avatar(character(), inputs);
      EXPECT_NEAR(batch.body_size(i).height, exact.size.height, 2e-6);
      EXPECT_NEAR(batch.root_above_ground(i), exact.root_above_ground(), 2e-6);
    }
  }
}

TEST_P(EveryTarget, LocalValuesAgreeForEveryReachedJoint) {
  AvatarBatch batch = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 20; ++i) give(batch, batch.add_avatar(), random_inputs(i));
  batch.evaluate_shapes();
  for (std::uint32_t i = 0; i < 20; ++i) {
    const AvatarState exact = evaluate_avatar(character(), random_inputs(i));
    for (std::size_t j = 0; j < exact.joints.size(); ++j) {
      const auto joint = static_cast<JointIndex>(j);
      if (batch.definition().tables().node(joint) == kNoRow) continue;
      ASSERT_LT(glm::length(Vec3(batch.local_position(i, joint)) - exact.joints[j].position), 1e-6);
      ASSERT_LT(glm::length(Vec3(batch.local_scale(i, joint)) - exact.joints[j].scale), 1e-6);
    }
  }
}

// Every slider moved alone, from random shapes of both sexes, wearing offsets or not.
TEST_P(EveryTarget, OneSliderMovedGivesTheBitsOfAFullEvaluation) {
  AvatarBatch batch = make_batch(GetParam()), fresh = make_batch(GetParam());
  std::vector<AvatarInputs> inputs;
  for (std::uint32_t i = 0; i < 20; ++i) {
    inputs.push_back(random_inputs(i));
    give(batch, batch.add_avatar(), inputs.back());
    fresh.add_avatar();
  }
  batch.evaluate();
  scenes::Random random(7);
  std::size_t moved = 0;
  for (const ParameterDesc& parameter : character().appearance.parameters()) {
    if (!Appearance::is_transmitted(parameter)) continue;
    const std::size_t i = random.below(inputs.size());
    const double weight = parameter.min + random.unit() * (parameter.max - parameter.min);
    const std::vector<Mat34> before(palette_of(batch, 0, i).begin(), palette_of(batch, 0, i).end());
    inputs[i].sliders[parameter.id] = weight;
    batch.set_slider(i, parameter.id, weight);
    batch.evaluate();
    give(fresh, i, inputs[i]);
    fresh.invalidate();
    fresh.evaluate();
    ASSERT_TRUE(same_bits(palette_of(batch, 0, i), palette_of(fresh, 0, i))) << parameter.id;
    ASSERT_LT(difference(palette_of(batch, 0, i), exact_palette(inputs[i], tube_skin())), kLimit);
    if (!same_bits(before, palette_of(batch, 0, i))) ++moved;
  }
  EXPECT_GE(moved, 60u);  // otherwise the sliders would not be tested
}

TEST_P(EveryTarget, InvalidatedPalettesComeOutTheSame) {
  AvatarBatch batch = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 18; ++i) give(batch, batch.add_avatar(), random_inputs(i));
  batch.evaluate();
  const std::vector<Mat34> before(batch.palettes(0).begin(), batch.palettes(0).end());
  batch.invalidate_palettes();
  batch.evaluate();
  EXPECT_TRUE(same_bits(before, batch.palettes(0)));
}

TEST_P(EveryTarget, NeighboursDoNotMatter) {
  AvatarBatch many = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 16; ++i) give(many, many.add_avatar(), random_inputs(i));
  many.evaluate();
  for (std::uint32_t i = 0; i < 16; ++i) {
    AvatarBatch alone = make_batch(GetParam());
    give(alone, alone.add_avatar(), random_inputs(i));
    alone.evaluate();
    EXPECT_TRUE(same_bits(palette_of(alone, 0, 0), palette_of(many, 0, i))) << i;
  }
}

// Turns full of zeros of either sign: saying what is so anyway changes no bit, not even that of a zero.
TEST_P(EveryTarget, SayingTheRestRotationIsSayingNothing) {
  const Skin* const skins[] = {&tube_skin(), &body_skin()};
  AvatarBatch said = make_batch(GetParam(), skins), unsaid = make_batch(GetParam(), skins);
  const Skeleton& skeleton = character().skeleton;
  const Quat turns[] = {{1, 0, 0, 0}, {-1, -0.0, -0.0, 0}, {0, 0, 0, 1}, {0, 0, -1, 0}, {-0.0, 1, -0.0, 0}};
  for (std::size_t i = 0; i < std::size(turns); ++i) {
    Pose pose;
    for (const JointIndex joint : {0, 6, 8, 59}) pose.set_rotation(skeleton, joint, turns[i]);
    pose.root_rotation = turns[(i + 1) % std::size(turns)];
    unsaid.set_pose(unsaid.add_avatar(), pose);
    for (std::size_t j = 0; j < skeleton.size(); ++j)
      if (!pose.rotations[j]) pose.rotations[j] = skeleton.joints()[j].rest_rotation;
    said.set_pose(said.add_avatar(), pose);
  }
  said.evaluate();
  unsaid.evaluate();
  for (std::size_t k = 0; k < 2; ++k) EXPECT_TRUE(same_bits(said.palettes(k), unsaid.palettes(k))) << k;
}

TEST_P(EveryTarget, OffsetsReachJointsThatNoSliderShapes) {
  AvatarBatch batch = make_batch(GetParam());
  AvatarState exact = evaluate_avatar(character(), {});
  for (std::size_t i = 0; i < 6; ++i) batch.add_avatar();
  for (std::size_t n = 0; n < batch.definition().tables().nodes().size(); ++n) {
    const auto joint = static_cast<std::size_t>(batch.definition().tables().nodes()[n].joint);
    JointOffsets offsets;
    offsets.position.resize(character().skeleton.size());
    offsets.scale.resize(character().skeleton.size());
    offsets.position[joint] = JointOffset{Vec3(0.1, 0.2, 0.3), {}};
    offsets.scale[joint] = JointOffset{Vec3(1.5, 0.5, 2.0), {}};
    batch.set_offsets(n % 6, offsets);
    batch.evaluate();
    solve_pose(character().skeleton, exact.shape.joints, offsets, {}, exact.joints);
    std::vector<Mat4> palette(tube_skin().palette_size());
    make_palette(tube_skin(), exact.joints, std::span<Mat4>(palette));
    ASSERT_LT(difference(palette_of(batch, 0, n % 6), palette), kLimit) << joint;
  }
}

// Groups of one go another way, from sliders to palettes.
TEST_P(EveryTarget, LanesDoNotMatter) {
  BatchOptions other = GetParam();
  other.lanes = kBatchLanes + 1 - other.lanes;
  AvatarBatch a = make_batch(GetParam()), b = make_batch(other);
  for (std::uint32_t i = 0; i < 20; ++i) {
    give(a, a.add_avatar(), random_inputs(i));
    give(b, b.add_avatar(), random_inputs(i));
  }
  a.evaluate();
  b.evaluate();
  EXPECT_TRUE(same_bits(a.palettes(0), b.palettes(0)));
}

TEST_P(EveryTarget, ThreadsDoNotMatter) {
  BatchOptions threads = GetParam();
  threads.threads = 2;
  AvatarBatch one = make_batch(GetParam()), two = make_batch(threads);
  for (std::uint32_t i = 0; i < 100; ++i) {
    give(one, one.add_avatar(), random_inputs(i));
    give(two, two.add_avatar(), random_inputs(i));
  }
  one.evaluate();
  two.evaluate();
  EXPECT_TRUE(same_bits(one.palettes(0), two.palettes(0)));
}

// Inputs replaced again and again leave no trace.
TEST_P(EveryTarget, HistoryDoesNotMatter) {
  AvatarBatch worn_out = make_batch(GetParam()), fresh = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 20; ++i) worn_out.add_avatar();
  for (std::uint32_t round = 0; round < 3; ++round) {
    for (std::uint32_t i = 0; i < 20; ++i) give(worn_out, i, random_inputs(40 * round + 7 * i));
    worn_out.evaluate();
  }
  // One by one, so that the way over single avatars takes part.
  for (std::uint32_t i = 0; i < 20; ++i) {
    worn_out.set_pose(i, random_pose(i + 1));
    worn_out.set_offsets(i, {});
    worn_out.evaluate();
    worn_out.set_pose(i, i % 2 == 0 ? Pose{} : random_inputs(i).pose);
    worn_out.evaluate();
    worn_out.set_sliders(i, random_inputs(i).sliders);
    worn_out.evaluate();
    fresh.add_avatar();
    fresh.set_sliders(i, random_inputs(i).sliders);
    if (i % 2 != 0) fresh.set_pose(i, random_inputs(i).pose);
  }
  fresh.evaluate();
  EXPECT_TRUE(same_bits(worn_out.palettes(0), fresh.palettes(0)));
}

TEST_P(EveryTarget, TheLastAvatarTakesThePlaceOfARemovedOne) {
  AvatarBatch batch = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 18; ++i) give(batch, batch.add_avatar(), random_inputs(i));
  batch.evaluate();
  const std::vector<Mat34> last(palette_of(batch, 0, 17).begin(), palette_of(batch, 0, 17).end());
  batch.remove_avatar(3);
  ASSERT_EQ(batch.size(), 17u);
  EXPECT_TRUE(same_bits(palette_of(batch, 0, 3), last));
  batch.invalidate();
  batch.evaluate();
  EXPECT_TRUE(same_bits(palette_of(batch, 0, 3), last));
  // A newcomer inherits nothing from the one that was there.
  const std::size_t newcomer = batch.add_avatar();
  batch.evaluate();
  EXPECT_LT(difference(palette_of(batch, 0, newcomer), exact_palette({}, tube_skin())), kLimit);
  while (batch.size() > 0) batch.remove_avatar(0);
  batch.evaluate();
  EXPECT_TRUE(batch.palettes(0).empty());
}

// What the pruned tables leave to the full account of weights.
TEST_P(EveryTarget, DrivenParametersSetByHandAndMissingNumbersAgree) {
  const Appearance& appearance = character().appearance;
  AvatarBatch batch = make_batch(GetParam()), fresh = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 5; ++i) give(batch, batch.add_avatar(), random_inputs(i));
  fresh.add_avatar();
  batch.evaluate();
  std::size_t by_hand = 0;
  for (const PrunedParameter& parameter : batch.definition().tables().pruned().parameters()) {
    AvatarInputs inputs = random_inputs(3);
    const ParameterDesc& desc = appearance[parameter.parameter];
    inputs.sliders[desc.id] =
        parameter.transmitted ? std::numeric_limits<double>::quiet_NaN() : 0.3 * desc.min + 0.7 * desc.max;
    by_hand += parameter.transmitted ? 0 : 1;
    batch.set_slider(3, desc.id, inputs.sliders[desc.id]);
    batch.evaluate();
    ASSERT_LT(difference(palette_of(batch, 0, 3), exact_palette(inputs, tube_skin())), kLimit) << desc.id;
    give(fresh, 0, inputs);
    fresh.evaluate();
    ASSERT_LT(difference(palette_of(fresh, 0, 0), exact_palette(inputs, tube_skin())), kLimit) << desc.id;
    give(batch, 3, random_inputs(3));
    batch.evaluate();
    ASSERT_LT(difference(palette_of(batch, 0, 3), exact_palette(random_inputs(3), tube_skin())), kLimit);
  }
  EXPECT_GT(by_hand, 20u);
}

TEST_P(EveryTarget, SlidersByIndexAreSlidersById) {
  const Appearance& appearance = character().appearance;
  AvatarBatch by_id = make_batch(GetParam()), by_index = make_batch(GetParam());
  const SliderValues sliders = random_inputs(5).sliders;
  std::vector<double> requested(appearance.size(), std::numeric_limits<double>::quiet_NaN());
  for (const auto& [id, weight] : sliders) requested[static_cast<std::size_t>(appearance.find(id))] = weight;
  by_id.set_sliders(by_id.add_avatar(), sliders);
  by_index.set_sliders(by_index.add_avatar(), requested);
  by_id.evaluate();
  by_index.evaluate();
  EXPECT_TRUE(same_bits(by_id.palettes(0), by_index.palettes(0)));
}

#ifdef __SSE2__
// Intel's processors take some 150 cycles for each operation with a subnormal operand.
TEST_P(EveryTarget, NoNumberIsSubnormal) {
  constexpr unsigned kExceptions = 0x3f, kSubnormalOperand = 0x02;  // in the control register
  AvatarBatch batch = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 17; ++i) give(batch, batch.add_avatar(), random_inputs(i));
  batch.evaluate();
  for (const bool all : {true, false}) {
    if (all) batch.invalidate();
    for (std::uint32_t i = 0; i < (all ? 17u : 1u); ++i) give(batch, i, random_inputs(i + 100));
    _mm_setcsr(_mm_getcsr() & ~kExceptions);
    batch.evaluate();
    EXPECT_EQ(_mm_getcsr() & kSubnormalOperand, 0u) << (all ? "all avatars" : "one of them");
  }
}
#endif

TEST(AvatarBatch, WhatIsNotFiniteBecomesNothing) {
  AvatarBatch batch = make_batch();
  AvatarInputs inputs = random_inputs(1);
  inputs.pose.set_position(character().skeleton, 3, Vec3(0.0, std::numeric_limits<double>::infinity(), 1.0));
  give(batch, batch.add_avatar(), inputs);
  JointOffsets offsets;
  offsets.scale.resize(character().skeleton.size());
  offsets.scale[4] = JointOffset{Vec3(std::numeric_limits<double>::quiet_NaN()), {}};
  batch.set_offsets(0, offsets);
  batch.evaluate();
  EXPECT_EQ(batch.local_position(0, 3), Vec3f(0.0f));
  EXPECT_EQ(batch.local_scale(0, 4), Vec3f(1.0f));
}

TEST(AvatarBatch, RefusesWhatItCannotDo) {
  const Skin* const skin = &tube_skin();
  EXPECT_FALSE(AvatarBatch::create(character(), {}, {}).has_value());
  EXPECT_FALSE(AvatarBatch::create(character(), {&skin, 1}, {CpuTarget::scalar, 1, 0, 3}).has_value());
}

TEST(AvatarBatch, TwoThreadsMayShareOneDefinition) {
  const Skin* const skin = &tube_skin();
  const auto definition = BatchDefinition::build(character(), {&skin, 1}).value();
  std::vector<Mat34> results[2];
  const auto work = [&](std::size_t t) {
    AvatarBatch batch = AvatarBatch::create(definition).value();
    for (std::uint32_t i = 0; i < 40; ++i) give(batch, batch.add_avatar(), random_inputs(i));
    for (std::uint32_t frame = 0; frame < 20; ++frame) {
      batch.set_pose(frame, random_pose(frame + 3));
      batch.set_slider(frame, 33, 0.1 * frame);
      batch.evaluate();
    }
    results[t].assign(batch.palettes(0).begin(), batch.palettes(0).end());
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_TRUE(same_bits(results[0], results[1]));
}

}  // namespace
}  // namespace mannequin::test
