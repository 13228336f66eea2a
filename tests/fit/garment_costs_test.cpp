#include "engine/fit/garment_costs.h"

#include <gtest/gtest.h>

#include "tests/fit/smoothed_top.h"

namespace mannequin {
namespace {

struct CostedTop {
  // The number of one more case of this kind, in which nothing came through at first.
  std::size_t add(bool posed, bool bounded) {
    MendCase one;
    one.pose_number = posed ? 7 : 0;
    one.bounded = bounded;
    top.costs.add(one, {});
    return added++;
  }
  // Square metres per metre that a vertex of the body is deeper than the case may be.
  double price(std::size_t which) const {
    const auto at = [&](double outside) {
      return top.costs.of(which, Penetration{0, {}, static_cast<float>(outside)});
    };
    return (at(0.08) - at(0.06)) / 0.02;
  }

  SmoothedTop top{{}};
  std::size_t added = top.cases.size();
};

// Where thighs cross, cloth that follows heavy shapes is deeper than before, but far less of them comes
// through: held like the default shape in poses, such shapes would keep trousers from being mended.
TEST(GarmentCosts, StandingShapesMayGetDeeperForLessThanTheDefaultShapeInPoses) {
  CostedTop one;
  const std::size_t standing = one.add(false, true), posed = one.add(true, true),
                    other = one.add(true, false);
  EXPECT_GT(one.price(posed), 3.0 * one.price(standing));
  EXPECT_GT(one.price(standing), 2.0 * one.price(other));
  EXPECT_GT(one.price(other), 0.0);
}

TEST(GarmentCosts, WhatIsNotDeeperThanBeforeCostsItsArea) {
  CostedTop one;
  const std::size_t which = one.add(false, true);
  const auto cost = [&](float outside) { return one.top.costs.of(which, Penetration{0, {}, outside}); };
  const double area = one.top.costs.area(Penetration{});
  EXPECT_NEAR(cost(0.0002f), area, 0.01 * area);
  EXPECT_LT(cost(0.00005f), 0.01 * area) << "too little to see";
}

// In poses those that are not bounded count less, and may become deeper, at a price.
TEST(GarmentCosts, CountsWhatIsNotBoundedForLess) {
  CostedTop one;
  const std::size_t bounded = one.add(true, true), other = one.add(true, false);
  EXPECT_GT(1.0, one.top.costs.most(bounded));
  EXPECT_LT(1.0, one.top.costs.most(other));
  const Penetration deep{0, {}, 0.010f}, shallow{0, {}, 0.0002f};
  EXPECT_LT(2.0 * one.top.costs.of(other, shallow), one.top.costs.of(bounded, shallow));
  EXPECT_LT(2.0 * one.top.costs.of(other, deep), one.top.costs.of(bounded, deep));
  EXPECT_LT(2.0 * one.top.costs.of(other, shallow), one.top.costs.of(other, deep));
}

}  // namespace
}  // namespace mannequin
