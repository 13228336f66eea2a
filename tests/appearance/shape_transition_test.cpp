#include "engine/appearance/shape_transition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/appearance/small_appearance.h"

namespace mannequin {
namespace {

// A slider, a driver with a ramp over its whole range, what it drives, a parameter of men only, and the sex.
Appearance sliders() {
  ParameterDesc male = parameter(kMaleParameter, 0);
  ParameterDesc beard = parameter(50, 0, 0.0, 1.0, 0.25);
  beard.sex = SexFilter::male;
  ParameterDesc textures = parameter(60, 3);
  return build({parameter(1, 0, -1.0, 1.0), driver(2, {{3, 0.0, 1.0, 1.0, 1.0}}), parameter(3, 1, -2.0, 2.0),
                beard, textures, male});
}

TEST(ShapeTransition, EndsAtTheNewShapeHoweverManyFramesThereWere) {
  const Appearance appearance = sliders();
  const SliderValues to = {{1, 0.5}, {2, 0.75}, {50, 1.0}, {kMaleParameter, 1.0}};
  const ParameterWeights wanted = evaluate_weights(appearance, with_defaults(appearance, to));
  for (const int frames : {0, 1, 7, 40}) {
    ShapeTransition transition(appearance, with_defaults(appearance, {}));
    EXPECT_TRUE(transition.finished());
    transition.begin(to);
    for (int f = 1; f <= frames; ++f)
      transition.advance_to(kTransitionSeconds * static_cast<float>(f) / static_cast<float>(frames + 1));
    EXPECT_FALSE(transition.finished());
    transition.advance_to(kTransitionSeconds);
    EXPECT_TRUE(transition.finished());
    EXPECT_EQ(transition.weights().sex, Sex::male);
    EXPECT_EQ(transition.weights().weight, wanted.weight) << frames;
    EXPECT_EQ(transition.weights().effective, wanted.effective) << frames;
  }
}

TEST(ShapeTransition, SwingsBeyondTheEndAndTakesDrivenWeightsAlong) {
  const Appearance appearance = sliders();
  ShapeTransition transition(appearance, with_defaults(appearance, {}));
  transition.begin({{1, 1.0}, {2, 1.0}});
  double highest = 0.0, lowest = 0.0;
  for (int f = 0; f <= 60; ++f) {
    const ParameterWeights& w = transition.advance_to(static_cast<float>(f) / 100.0f);
    highest = std::max(highest, weight(appearance, w, 1));
    // Below the ramp its slope goes on; where it stays at the top, so does what is driven.
    const double driver_weight = weight(appearance, w, 2);
    lowest = std::min(lowest, driver_weight);
    EXPECT_NEAR(weight(appearance, w, 3), -2.0 + 4.0 * std::min(driver_weight, 1.0), 1e-12);
  }
  EXPECT_LT(lowest, -0.05);
  EXPECT_GT(highest, 1.1) << "while it swings, the range does not hold it";
  transition.advance_to(1.0f);
  EXPECT_EQ(weight(appearance, transition.weights(), 1), 1.0);
}

TEST(ShapeTransition, TheSexChangesAtOnce) {
  const Appearance appearance = sliders();
  ShapeTransition transition(appearance, with_defaults(appearance, {{50, 0.75}}));
  const auto beard = static_cast<std::size_t>(appearance.find(50));
  EXPECT_EQ(transition.weights().effective[beard], 0.25) << "on a woman its default counts";
  transition.begin({{kMaleParameter, 1.0}});
  EXPECT_EQ(transition.weights().sex, Sex::male);
  EXPECT_EQ(transition.weights().effective[beard], 0.75);
  EXPECT_EQ(weight(appearance, transition.weights(), kMaleParameter), 0.0) << "its weight has yet to move";
}

TEST(ShapeTransition, AnotherChangeGoesOnFromWhereItIs) {
  const Appearance appearance = sliders();
  ShapeTransition transition(appearance, with_defaults(appearance, {}));
  transition.begin({{1, 1.0}});
  const double there = weight(appearance, transition.advance_to(0.3f), 1);
  transition.begin({{1, -1.0}});
  EXPECT_EQ(weight(appearance, transition.advance_to(0.0f), 1), there);
  EXPECT_EQ(weight(appearance, transition.advance_to(0.65f), 1), -1.0);
}

TEST(ShapeTransition, LeavesAloneWhatNoMessageCarriesOrNobodyKnows) {
  const Appearance appearance = sliders();
  ShapeTransition transition(appearance, with_defaults(appearance, {}));
  const std::vector<double> before = transition.weights().weight;
  transition.begin({{3, 1.0}, {60, 1.0}, {777, 1.0}, {1, std::nan("")}});
  EXPECT_EQ(transition.advance_to(0.3f).weight, before) << "3 is driven, 60 never arrives";
  EXPECT_EQ(transition.advance_to(0.7f).weight, before);
}

}  // namespace
}  // namespace mannequin
