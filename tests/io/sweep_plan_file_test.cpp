#include "engine/io/sweep_plan_file.h"

#include <gtest/gtest.h>

#include <utility>

namespace mannequin {
namespace {

TEST(SweepPlanFile, HasSlidersStepsAndFiles) {
  const Result<SweepPlan> plan = io::read_sweep_plan(
      R"({"schema": 1, "about": "a comment", "sliders": [33, 637], "steps": 3, "pairs": 4, "random": 5,
          "seed": 6, "shapes": ["a.xml"], "poses": ["sit.json", "walk.anim"], "clips": ["run.bvh"],
          "frames": 5, "sex": "male"})",
      "plan.json");
  ASSERT_TRUE(plan) << plan.error().message();
  EXPECT_EQ(plan->sliders, (std::vector<int>{33, 637}));
  EXPECT_FALSE(plan->all_sliders);
  EXPECT_EQ(plan->steps, 3);
  EXPECT_EQ(plan->pairs, 4);
  EXPECT_EQ(plan->random, 5);
  EXPECT_EQ(plan->seed, 6u);
  EXPECT_EQ(plan->shapes, std::vector<std::string>{"a.xml"});
  EXPECT_EQ(plan->poses.size(), 2u);
  EXPECT_EQ(plan->clips, std::vector<std::string>{"run.bvh"});
  EXPECT_EQ(plan->frames, 5);
  EXPECT_EQ(plan->sex, Sex::male);
  const Result<SweepPlan> all = io::read_sweep_plan(R"({"schema": 1, "sliders": "all"})", "plan.json");
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->all_sliders);
  EXPECT_FALSE(all->sex);
}

TEST(SweepPlanFile, NamesWhatIsWrongInAFile) {
  const std::pair<const char*, const char*> faults[] = {
      {R"({"sliders": "all"})", "schema"},          {R"({"schema": 1, "sliders": "some"})", "some"},
      {R"({"schema": 1, "steps": 1})", "steps"},    {R"({"schema": 1, "frames": 1})", "frames"},
      {R"({"schema": 1, "random": -1})", "random"}, {R"({"schema": 1, "sex": "neuter"})", "neuter"},
      {R"({"schema": 1, "rndom": 3})", "rndom"},    {R"({"schema": 1, "poses": [3]})", "poses"}};
  for (const auto& [text, word] : faults) {
    const Result<SweepPlan> plan = io::read_sweep_plan(text, "plan.json");
    ASSERT_FALSE(plan) << text;
    EXPECT_NE(plan.error().message().find(word), std::string::npos) << plan.error().message();
    EXPECT_NE(plan.error().message().find("plan.json"), std::string::npos);
  }
}

}  // namespace
}  // namespace mannequin
