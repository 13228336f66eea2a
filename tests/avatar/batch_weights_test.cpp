// Parameters that change every frame besides the sliders: those set directly by physics, and weights in
// transition between two shapes. A crowd handles them as a single avatar does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/appearance/shape_transition.h"
#include "engine/avatar/avatar.h"
#include "engine/avatar/batch_tables.h"
#include "engine/skinning/palette.h"
#include "tests/avatar/batch_case.h"
#include "tools/scenes/random.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

class BatchWeights : public testing::TestWithParam<BatchOptions> {};
INSTANTIATE_TEST_SUITE_P(EveryTarget, BatchWeights, testing::ValuesIn(every_way()), [](const auto& tested) {
  return fmt::format("{}_by_{}", name(tested.param.target), tested.param.lanes);
});

constexpr int kPhysics[] = {1200, 1201, 1202, 1203, 1204, 1205, 1206, 1207};

SliderValues physics_weights(std::uint32_t seed) {
  scenes::Random random(seed);
  SliderValues weights;
  for (const int id : kPhysics) weights[id] = random.unit() * 2.0 - 1.0;
  return weights;
}

// Every parameter that no message carries, and that a joint depends on, one in three at a time.
TEST_P(BatchWeights, SetByHandTogetherAgreeWithTheFullAccount) {
  AvatarBatch batch = make_batch(GetParam()), fresh = make_batch(GetParam());
  const PrunedAppearance& pruned = batch.definition().tables().pruned();
  for (std::uint32_t i = 0; i < 20; ++i) {
    batch.add_avatar();
    fresh.add_avatar();
    AvatarInputs inputs = random_inputs(i);
    give(batch, i, inputs);
    if (i % 2 == 0) batch.evaluate();
    scenes::Random random(i);
    for (const PrunedParameter& parameter : pruned.parameters()) {
      if (parameter.transmitted || random.below(3) != 0) continue;
      ASSERT_NE(parameter.by_hand, kNoRow) << parameter.id;
      const ParameterDesc& desc = character().appearance[parameter.parameter];
      // Beyond its range, too: it is clamped.
      const double weight = desc.min + (desc.max - desc.min) * (random.unit() * 1.4 - 0.2);
      inputs.sliders[parameter.id] = weight;
      batch.set_slider(i, parameter.id, weight);
    }
    // A slider moved afterwards leaves them.
    inputs.sliders[33] = 0.5;
    batch.set_slider(i, 33, 0.5);
    inputs.sliders[80] = i % 3 == 0 ? 1.0 : 0.0;
    batch.set_slider(i, 80, inputs.sliders[80]);
    batch.evaluate();
    ASSERT_LT(difference(palette_of(batch, 0, i), exact_palette(inputs, tube_skin())), kLimit) << i;
    give(fresh, i, inputs);
  }
  fresh.evaluate();
  EXPECT_TRUE(same_bits(batch.palettes(0), fresh.palettes(0)));
  batch.invalidate();
  batch.evaluate();
  EXPECT_TRUE(same_bits(batch.palettes(0), fresh.palettes(0)));
}

TEST_P(BatchWeights, PhysicsInACrowdHasTheBitsOfOneAvatar) {
  AvatarBatch crowd = make_batch(GetParam());
  BatchOptions alone_options = GetParam();
  alone_options.lanes = 1;
  AvatarBatch alone = make_batch(alone_options);
  alone.add_avatar();
  for (std::uint32_t i = 0; i < 18; ++i) give(crowd, crowd.add_avatar(), random_inputs(i));
  for (std::uint32_t frame = 0; frame < 3; ++frame) {
    for (std::uint32_t i = 0; i < 18; ++i)
      for (const auto& [id, weight] : physics_weights(100 * frame + i)) crowd.set_slider(i, id, weight);
    crowd.evaluate();
  }
  for (std::uint32_t i = 0; i < 18; ++i) {
    AvatarInputs inputs = random_inputs(i);
    inputs.sliders.merge(physics_weights(200 + i));
    give(alone, 0, inputs);
    alone.evaluate();
    ASSERT_TRUE(same_bits(palette_of(crowd, 0, i), palette_of(alone, 0, 0))) << i;
  }
  // Setting the sliders again ends them.
  crowd.set_sliders(3, random_inputs(3).sliders);
  crowd.evaluate();
  give(alone, 0, random_inputs(3));
  alone.evaluate();
  EXPECT_TRUE(same_bits(palette_of(crowd, 0, 3), palette_of(alone, 0, 0)));
}

// Weights under way swing beyond their ranges, by a good deal.
TEST_P(BatchWeights, UnderWayFromShapeToShapeAgree) {
  const Appearance& appearance = character().appearance;
  AvatarBatch batch = make_batch(GetParam());
  for (std::uint32_t i = 0; i < 17; ++i) batch.add_avatar();
  std::vector<ShapeTransition> changes;
  for (std::uint32_t i = 0; i < 17; ++i) {
    changes.emplace_back(appearance,
                         with_defaults(appearance, scenes::random_shape(appearance, Sex::female, i)));
    SliderValues to;
    for (const ParameterDesc& parameter : appearance.parameters())
      if (Appearance::is_transmitted(parameter))
        to[parameter.id] = i % 2 == 0 ? parameter.min : parameter.max;
    changes.back().begin(to);
  }
  double beyond = 0.0;
  AvatarState state;
  std::vector<Mat4> palette(tube_skin().palette_size());
  for (const float seconds : {0.1f, 0.2f, 0.3f, 0.45f, 0.55f, 0.7f}) {
    for (std::uint32_t i = 0; i < 17; ++i) batch.set_weights(i, changes[i].advance_to(seconds));
    batch.evaluate();
    for (std::uint32_t i = 0; i < 17; ++i) {
      for (std::size_t p = 0; p < appearance.size(); ++p)
        beyond = std::max(beyond, changes[i].weights().weight[p] - appearance.parameters()[p].max);
      evaluate_avatar(character(), {}, changes[i].weights(), state);
      make_palette(tube_skin(), state.joints, std::span<Mat4>(palette));
      ASSERT_LT(difference(palette_of(batch, 0, i), palette), kLimit) << i << " at " << seconds;
      EXPECT_NEAR(batch.root_above_ground(i), state.root_above_ground(), 2e-6);
    }
  }
  EXPECT_GT(beyond, 0.05);
  // A slider then continues from there.
  AvatarInputs inputs;
  const ParameterWeights& reached = changes[0].weights();
  for (std::size_t p = 0; p < appearance.size(); ++p)
    if (Appearance::is_transmitted(appearance.parameters()[p]))
      inputs.sliders[appearance.parameters()[p].id] = reached.weight[p];
  inputs.sliders[33] = 1.5;
  batch.set_slider(0, 33, 1.5);
  batch.evaluate();
  EXPECT_LT(difference(palette_of(batch, 0, 0), exact_palette(inputs, tube_skin())), kLimit);
}

}  // namespace
}  // namespace mannequin::test
