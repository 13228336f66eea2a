// What a garment is mended for.
#include "tools/document/garment_mending.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>

#include "tests/builtin_character.h"

namespace mannequin::document {
namespace {

// Garments are made on the default shape, and posed there first.
TEST(GarmentMending, ChecksTheDefaultShapeInManyPoses) {
  const SweepShape shape{};
  const SweepPose pose{};
  for (const Sex sex : {Sex::female, Sex::male}) {
    const SliderValues standard = {{kMaleParameter, sex == Sex::male ? 1.0 : 0.0}};
    const MendingCases cases = mending_cases(test::builtin_character(), {&shape, 1}, {&pose, 1}, sex);
    for (const auto* list : {&cases.checks, &cases.others}) {
      std::set<std::uint32_t> poses;
      std::size_t others = 0;
      for (const MendCase& one : *list)
        if (one.sliders != standard)
          ++others;
        else if (one.pose_number != 0)
          poses.insert(one.pose_number);
      EXPECT_GE(5 * poses.size() + 5, list->size());
      EXPECT_GE(others, list->size() / 2);
    }
    EXPECT_GE(cases.checks.size(), 600u);
  }
}

// In a fold the nearest cloth changes with any change: were all shapes bounded in poses, little could be
// mended.
TEST(GarmentMending, BoundsStandingShapesAndTheDefaultShapeInPoses) {
  const SliderValues standard = {{kMaleParameter, 0.0}};
  const std::array shapes = {SweepShape{"default", standard},
                             SweepShape{"tall", {{kMaleParameter, 0.0}, {33, 2.0}}}};
  const std::array<SweepPose, 2> poses{};
  const MendingCases cases = mending_cases(test::builtin_character(), shapes, poses, Sex::female);
  ASSERT_EQ(cases.plan.size(), 4u);
  std::array<std::size_t, 2> count{};
  for (const auto* list : {&cases.plan, &cases.checks, &cases.others})
    for (const MendCase& one : *list) {
      EXPECT_EQ(one.bounded, one.pose_number == 0 || one.sliders == standard);
      ++count[one.bounded ? 1 : 0];
    }
  EXPECT_GT(count[0], 100u);
  EXPECT_GT(count[1], 100u);
}

// Of both sexes where the plan has both; in poses that nothing is solved on.
TEST(GarmentMending, WatchesTheDefaultShapeInManyMorePoses) {
  const SweepShape shape{};
  const SweepPose pose{};
  for (const std::optional<Sex> sex : {std::optional<Sex>(), std::optional<Sex>(Sex::male)}) {
    const MendingCases cases = mending_cases(test::builtin_character(), {&shape, 1}, {&pose, 1}, sex);
    std::set<std::uint32_t> solved, watched;
    for (const auto* list : {&cases.plan, &cases.checks, &cases.others})
      for (const MendCase& one : *list) solved.insert(one.pose_number);
    std::size_t men = 0;
    for (const MendCase& one : cases.watched) {
      EXPECT_TRUE(one.bounded);
      ASSERT_EQ(one.sliders.size(), 1u);
      men += one.sliders.at(kMaleParameter) > 0.5 ? 1 : 0;
      EXPECT_FALSE(solved.contains(one.pose_number));
      watched.insert(one.pose_number);
    }
    EXPECT_EQ(watched.size(), cases.watched.size());
    EXPECT_GE(watched.size(), 1'000u);
    EXPECT_EQ(men, sex ? cases.watched.size() : cases.watched.size() / 2);
  }
}

}  // namespace
}  // namespace mannequin::document
