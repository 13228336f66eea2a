#include "engine/bind/weight_table.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mannequin::test {
namespace {

TEST(WeightTable, TheStrongestLoseWhatTheNextOneHas) {
  const auto few = strongest({{0, 0.25}, {1, 0.75}}, 4);
  EXPECT_EQ(weight_of(few, 1), 0.75);
  EXPECT_EQ(weight_of(few, 0), 0.25);

  // A third of the greatest, cubed, stays.
  const auto four = strongest({{0, 0.1}, {1, 0.3}, {2, 0.25}, {3, 0.2}, {4, 0.15}}, 4);
  const double less = 0.1 * 26.0 / 27.0;
  ASSERT_EQ(four.size(), 4u);
  EXPECT_NEAR(total_weight(four), 1.0, 1e-12);
  EXPECT_EQ(weight_of(four, 0), 0.0);
  EXPECT_NEAR(weight_of(four, 1), (0.3 - less) / (0.9 - 4.0 * less), 1e-12);
  EXPECT_NEAR(weight_of(four, 4), (0.15 - less) / (0.9 - 4.0 * less), 1e-12);

  // As many as may stay, where nothing tells them apart.
  const auto equal = strongest({{0, 0.2}, {1, 0.2}, {2, 0.2}, {3, 0.2}, {4, 0.2}}, 4);
  ASSERT_EQ(equal.size(), 4u);
  EXPECT_NEAR(total_weight(equal), 1.0, 1e-12);
}

// Of nearly equal ones, taking all of the fifth would leave nothing but their differences: 0.4 for the first.
TEST(WeightTable, TheStrongestStayAlikeWhereAllAre) {
  const auto four = strongest({{0, 0.21}, {1, 0.2}, {2, 0.2}, {3, 0.2}, {4, 0.19}}, 4);
  EXPECT_LT(weight_of(four, 0), 0.27);
  EXPECT_GT(weight_of(four, 3), 0.24);
}

// Cutting would exchange a seventh of the weight at once.
TEST(WeightTable, AGroupLeavesTheStrongestWithHardlyAJump) {
  const auto across = [](double step) {
    return strongest({{0, 0.3}, {1, 0.25}, {2, 0.2}, {3, 0.125 + step}, {4, 0.125 - step}}, 4);
  };
  const auto before = across(-1e-6), after = across(1e-6);
  for (std::uint32_t g = 0; g < 5; ++g) EXPECT_NEAR(weight_of(before, g), weight_of(after, g), 0.025) << g;
}

}  // namespace
}  // namespace mannequin::test
