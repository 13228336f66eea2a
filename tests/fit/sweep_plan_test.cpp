#include "engine/fit/sweep_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/fit/builtin.h"

namespace mannequin {
namespace {

constexpr int kBodyFat = 637, kBreastSize = 105, kPackage = 879;

std::vector<SweepShape> shapes_of(const SweepPlan& plan, std::span<const SweepShape> files = {}) {
  return sweep_shapes(plan, builtin().appearance, files).value();
}

TEST(SweepPlan, GoesThroughSlidersInEvenSteps) {
  SweepPlan plan;
  plan.sliders = {kBodyFat, kBreastSize};
  plan.steps = 5;
  plan.sex = Sex::female;
  const std::vector<SweepShape> shapes = shapes_of(plan);
  ASSERT_EQ(shapes.size(), 10u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(shapes[i].sliders, (SliderValues{{kMaleParameter, 0.0}, {kBodyFat, 0.25 * double(i)}}));
    EXPECT_DOUBLE_EQ(shapes[5 + i].sliders.at(kBreastSize), 0.25 * double(i));
  }
  EXPECT_EQ(shapes[4].name, "Body Fat 100 %, female");
}

TEST(SweepPlan, LeavesOutSlidersOfTheOtherSex) {
  SweepPlan plan;
  plan.sliders = {kBodyFat, kBreastSize, kPackage};
  const std::vector<SweepShape> shapes = shapes_of(plan);
  ASSERT_EQ(shapes.size(), 8u);
  EXPECT_TRUE(shapes[2].sliders.contains(kBreastSize));
  EXPECT_EQ(shapes[4].sliders.at(kMaleParameter), 1.0);
  EXPECT_TRUE(shapes[6].sliders.contains(kPackage));
}

TEST(SweepPlan, SweepsEverySliderOfBothSexesByDefault) {
  const SweepPlan plan = default_sweep_plan();
  const std::vector<SweepShape> shapes = shapes_of(plan);
  std::set<int> moved;
  std::size_t random = 0;
  for (const SweepShape& shape : shapes) {
    EXPECT_FALSE(shape.sliders.contains(kHoverParameter));
    if (shape.sliders.size() > 2) {
      ++random;
      continue;
    }
    for (const auto& [id, weight] : shape.sliders) moved.insert(id);
  }
  EXPECT_EQ(random, 100u);
  EXPECT_GT(moved.size(), 110u);
}

TEST(SweepPlan, DrawsTheSameShapesForTheSameSeed) {
  SweepPlan plan;
  plan.random = 20;
  plan.seed = 7;
  const std::vector<SweepShape> first = shapes_of(plan);
  ASSERT_EQ(first.size(), 20u);
  plan.pairs = 5;
  const std::vector<SweepShape> second = shapes_of(plan);
  ASSERT_EQ(second.size(), 25u);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(first[i].sliders, second[5 + i].sliders);
    EXPECT_EQ(first[i].sliders.at(kMaleParameter), i % 2 == 0 ? 0.0 : 1.0);
    for (const auto& [id, weight] : first[i].sliders) {
      const ParameterDesc& p = builtin().appearance[builtin().appearance.find(id)];
      EXPECT_GE(weight, p.min) << id;
      EXPECT_LE(weight, p.max) << id;
    }
  }
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(second[i].sliders.size(), 3u) << second[i].name;
  plan.pairs = 0;
  plan.seed = 8;
  const std::vector<SweepShape> others = shapes_of(plan);
  for (const SweepShape& a : first)
    for (const SweepShape& b : others) EXPECT_NE(a.sliders, b.sliders);
}

TEST(SweepPlan, AddsFilesLastAndTheDefaultShapeToNothing) {
  SweepPlan plan;
  plan.random = 1;
  const std::vector<SweepShape> files{{"curvy.json", {{33, 1.0}}}};
  EXPECT_EQ(shapes_of(plan, files).back().name, "curvy.json");
  plan.random = 0;
  EXPECT_EQ(shapes_of(plan).size(), 2u);
  plan.sex = Sex::male;
  ASSERT_EQ(shapes_of(plan).size(), 1u);
  EXPECT_EQ(shapes_of(plan)[0].sliders, (SliderValues{{kMaleParameter, 1.0}}));
}

TEST(SweepPlan, RefusesWhatIsNoSliderAndWhatIsTooMuch) {
  SweepPlan plan;
  plan.sliders = {424242};
  const auto unknown = sweep_shapes(plan, builtin().appearance, {});
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().what.find("424242"), std::string::npos);
  plan.sliders.clear();
  plan.random = 2'000'000'000;
  EXPECT_FALSE(sweep_shapes(plan, builtin().appearance, {}));
}

}  // namespace
}  // namespace mannequin
