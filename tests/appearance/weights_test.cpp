#include "engine/appearance/weights.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/appearance/small_appearance.h"

namespace mannequin {
namespace {

TEST(DrivenWeight, FollowsTheTrapezoid) {
  const DrivenLink ramp{0, 0.2, 0.4, 0.6, 0.8};
  EXPECT_EQ(driven_weight(ramp, 0.1, 0, 1, -1, 3), -1.0);  // outside: the minimum, not 0 and not the default
  EXPECT_EQ(driven_weight(ramp, 0.2, 0, 1, -1, 3), -1.0);
  EXPECT_NEAR(driven_weight(ramp, 0.3, 0, 1, -1, 3), 1.0, 1e-12);
  EXPECT_EQ(driven_weight(ramp, 0.5, 0, 1, -1, 3), 3.0);
  EXPECT_NEAR(driven_weight(ramp, 0.7, 0, 1, -1, 3), 1.0, 1e-12);
  EXPECT_EQ(driven_weight(ramp, 0.9, 0, 1, -1, 3), -1.0);
}

TEST(DrivenWeight, StaysHighAtTheDriversOwnEnds) {
  const DrivenLink falling{0, 0, 0, 0, 0.01};  // full at the driver's minimum, gone soon after
  EXPECT_EQ(driven_weight(falling, 0.0, 0, 1, 0, 1), 1.0);
  EXPECT_EQ(driven_weight(falling, 0.5, 0, 1, 0, 1), 0.0);
  const DrivenLink half_ramp{0, 0, 0.5, 1, 1};  // max2 at the driver's maximum
  EXPECT_EQ(driven_weight(half_ramp, 1.0, 0, 1, 0, 1), 1.0);
}

TEST(Weights, ClampAndDriveOnlyWhenSet) {
  const Appearance a = build({driver(1, {{2, 0, 1, 1, 1}}), parameter(2, 1, 0, 10, 5)});
  const auto untouched = evaluate_weights(a, {});
  EXPECT_EQ(weight(a, untouched, 2), 5.0);  // building an avatar pushes nothing
  const auto set = evaluate_weights(a, with_defaults(a, {}));
  EXPECT_EQ(weight(a, set, 2), 0.0);
  const auto beyond = evaluate_weights(a, {{1, 7.0}});
  EXPECT_EQ(weight(a, beyond, 1), 1.0);
  EXPECT_EQ(weight(a, beyond, 2), 10.0);
}

TEST(Weights, ADriverMayDriveADriver) {
  const Appearance a = build({driver(1, {{2, 0, 1, 1, 1}}), driver(2, {{3, 0, 1, 1, 1}}), parameter(3, 1)});
  EXPECT_DOUBLE_EQ(weight(a, evaluate_weights(a, {{1, 0.25}}), 3), 0.25);
}

TEST(Weights, ADrivenParameterNamedByHandKeepsItsValue) {
  const Appearance a = build({parameter(2, 1), driver(80, {{2, 0, 1, 1, 1}})});
  EXPECT_DOUBLE_EQ(weight(a, evaluate_weights(a, with_defaults(a, {{2, 0.75}})), 2), 0.75);
}

TEST(Weights, SexIsMaleAboveAHalfAndTheOthersParametersTakeTheirDefault) {
  ParameterDesc female = parameter(5, 0, 0, 1, 0.5);
  female.sex = SexFilter::female;
  const Appearance a = build({female, parameter(80, 0)});
  const auto at_half = evaluate_weights(a, {{5, 1.0}, {80, 0.5}});
  EXPECT_EQ(at_half.sex, Sex::female);
  EXPECT_EQ(at_half.effective[0], 1.0);
  const auto male = evaluate_weights(a, {{5, 1.0}, {80, 0.51}});
  EXPECT_EQ(male.sex, Sex::male);
  EXPECT_EQ(male.weight[0], 1.0);
  EXPECT_EQ(male.effective[0], 0.5);  // not 0
}

TEST(Weights, UnknownIdsAndNumbersThatAreNoneAskForNothing) {
  const Appearance a = build({parameter(5, 0, 0, 1, 0.5)});
  EXPECT_EQ(weight(a, evaluate_weights(a, {{4711, 1.0}, {5, std::nan("")}}), 5), 0.5);
}

TEST(Weights, PercentsAndWeightsAreEachOthersInverse) {
  const ParameterDesc p = parameter(33, 0, -2.3, 2.0);
  EXPECT_DOUBLE_EQ(percent_from_weight(p, -2.3), 0.0);
  EXPECT_DOUBLE_EQ(weight_from_percent(p, 100.0), 2.0);
  EXPECT_DOUBLE_EQ(weight_from_percent(p, percent_from_weight(p, 0.7)), 0.7);
}

}  // namespace
}  // namespace mannequin
