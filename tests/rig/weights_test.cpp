#include "engine/rig/weights.h"

#include <gtest/gtest.h>

#include "tests/rig/small_rig.h"

namespace mannequin {
namespace {

using test::bone;
using test::end_at;

Rig rig_named(const std::vector<std::pair<std::string, std::string>>& names_and_parents,
              std::vector<std::string> extra_bones = {}) {
  RigDesc desc;
  desc.source = "r.json";
  for (const auto& [name, parent] : names_and_parents)
    desc.bones.push_back(bone(name, parent, end_at({0, 0, 0}), end_at({0, 0, 1})));
  desc.extra_bones = std::move(extra_bones);
  return Rig::build(std::move(desc)).value();
}

// "bone x", "extra x", "mask" or "-" for a group of that name.
std::string target(const Rig& rig, const std::string& group) {
  RigWeights weights;
  weights.groups = {{group, {}}};
  const GroupTarget found = match_groups(rig, weights)[0];
  switch (found.kind) {
    case GroupTarget::Kind::bone:
      EXPECT_EQ(rig[found.bone].name, found.name);
      return "bone " + found.name;
    case GroupTarget::Kind::extra:
      return "extra " + found.name;
    case GroupTarget::Kind::mask:
      return "mask";
    case GroupTarget::Kind::none:
      break;
  }
  return "-";
}

TEST(WeightGroups, FindBonesByTheirNamesThenByTheOtherDeformName) {
  const Rig rig = rig_named({{"spine", ""}, {"DEF-arm", "spine"}, {"leg", "spine"}, {"DEF-leg", "spine"}},
                            {"DEF-arm.001", "tail"});
  EXPECT_EQ(target(rig, "spine"), "bone spine");
  EXPECT_EQ(target(rig, "DEF-spine"), "bone spine");
  EXPECT_EQ(target(rig, "arm"), "bone DEF-arm");
  EXPECT_EQ(target(rig, "DEF-leg"), "bone DEF-leg");
  EXPECT_EQ(target(rig, "leg"), "bone leg");
  EXPECT_EQ(target(rig, "Leg"), "-");
  EXPECT_EQ(target(rig, "DEF-arm.001"), "extra DEF-arm.001");
  EXPECT_EQ(target(rig, "arm.001"), "extra DEF-arm.001");
  EXPECT_EQ(target(rig, "DEF-tail"), "extra tail");
  EXPECT_EQ(target(rig, "mhmask-hair"), "mask");
}

TEST(WeightGroups, OfSingleToesFallBackToTheBoneOfAllToes) {
  EXPECT_EQ(target(rig_named({{"foot.L", ""}, {"toe.L", "foot.L"}}), "toe3-2.L"), "bone toe.L");
  EXPECT_EQ(target(rig_named({{"foot.L", ""}, {"DEF-toe.L", "foot.L"}}), "DEF-toe3-2.L"), "bone DEF-toe.L");
  EXPECT_EQ(target(rig_named({{"foot.R", ""}, {"toe1-1.R", "foot.R"}}), "toe2-1.R"), "bone toe1-1.R");
  // A bone with toes of its own is not that of all toes.
  EXPECT_EQ(target(rig_named({{"toe1-1.R", ""}, {"toe1-2.R", "toe1-1.R"}}), "toe2-1.R"), "-");
  EXPECT_EQ(target(rig_named({{"toe.L", ""}}), "toe2-1.R"), "-");
  EXPECT_EQ(target(rig_named({{"toe.L", ""}}), "toe2-1.Left"), "-");
  EXPECT_EQ(target(rig_named({{"toe.L", ""}}), "toes-1.L"), "-");
}

TEST(WeightGroups, OfOneBoneAreAddedUp) {
  const Rig rig = rig_named({{"b", ""}, {"a", "b"}});
  RigWeights weights;
  weights.source = "w.json";
  weights.groups = {{"a", {{0, 0.25}, {1, 0.75}, {0, 0.25}}},
                    {"DEF-a", {{0, 0.25}, {1, 0.75}}},
                    {"b", {{0, 0.1}, {1, 0.0}}},
                    {"mhmask-x", {{0, 1.0}}},
                    {"nobody", {{1, 1.0}}}};
  const auto by_vertex = weights_by_vertex(weights, match_groups(rig, weights), 3).value();
  ASSERT_EQ(by_vertex[0].size(), 2u);
  EXPECT_EQ(by_vertex[0][0].bone, 0);
  EXPECT_EQ(by_vertex[0][0].weight, 0.1);
  EXPECT_EQ(by_vertex[0][1].weight, 0.75);
  ASSERT_EQ(by_vertex[1].size(), 1u);
  EXPECT_EQ(by_vertex[1][0].weight, 1.0);  // no more than a vertex group holds
  EXPECT_TRUE(by_vertex[2].empty());
}

TEST(WeightGroups, AreEvaluatedAsTheyDeform) {
  const Rig rig = rig_named({{"b", ""}, {"a", "b"}, {"c", ""}, {"idle", ""}});
  RigWeights weights;
  weights.groups = {{"mhmask-x", {{0, 1.0}}}, {"a", {{0, 0.3}, {1, 0.2}}}, {"DEF-a", {{0, 0.3}}},
                    {"b", {{0, 0.2}}},        {"c", {{0, 0.2}}},           {"nobody", {{1, 1.0}}}};
  const RigWeights evaluated = evaluated_weights(rig, weights, 2, 2).value();
  ASSERT_EQ(evaluated.groups.size(), 3u);
  EXPECT_EQ(evaluated.groups[0].name, "a");
  ASSERT_EQ(evaluated.groups[0].weights.size(), 2u);
  EXPECT_NEAR(evaluated.groups[0].weights[0].weight, 0.75, 1e-15);
  EXPECT_EQ(evaluated.groups[0].weights[1].weight, 1.0);
  EXPECT_EQ(evaluated.groups[1].name, "c");  // of two equal ones the later bone
  EXPECT_NEAR(evaluated.groups[1].weights[0].weight, 0.25, 1e-15);
  EXPECT_EQ(evaluated.groups[2].name, "mhmask-x");
}

TEST(WeightGroups, AreKeptInFullByBone) {
  const Rig rig = rig_named({{"b", ""}, {"a", "b"}, {"idle", ""}});
  RigWeights weights;
  weights.groups = {{"mhmask-x", {{0, 1.0}}},
                    {"a", {{0, 0.3}, {1, 0.2}}},
                    {"DEF-a", {{0, 0.3}}},
                    {"b", {{0, 0.2}}},
                    {"nobody", {{1, 1.0}}}};
  const RigWeights kept = weights_by_bone(rig, weights, 2).value();
  ASSERT_EQ(kept.groups.size(), 3u);
  EXPECT_EQ(kept.groups[0].name, "b");
  EXPECT_EQ(kept.groups[1].name, "a");
  EXPECT_EQ(kept.groups[1].weights[0].weight, 0.6) << "added up, but not divided";
  EXPECT_EQ(kept.groups[1].weights[1].weight, 0.2);
  EXPECT_EQ(kept.groups[2].name, "mhmask-x");
  EXPECT_EQ(dropped_groups(weights, match_groups(rig, weights)), std::vector<std::string>{"nobody"});
}

TEST(WeightGroups, TheLossOfFourInfluencesIsCounted) {
  InfluenceLoss loss;
  add_loss({0.25, 0.25, 0.25, 0.25}, loss);
  EXPECT_EQ(loss.vertices, 0u);
  add_loss({0.1, 0.4, 0.1, 0.3, 0.05, 0.05}, loss);
  EXPECT_EQ(loss.vertices, 1u);
  EXPECT_EQ(loss.most, 6u);
  EXPECT_NEAR(loss.largest_weight, 0.05, 1e-12);
  EXPECT_NEAR(loss.largest_sum, 0.1, 1e-12);
}

TEST(WeightGroups, MustBelongToTheMesh) {
  const Rig rig = rig_named({{"a", ""}});
  RigWeights weights;
  weights.source = "w.json";
  weights.groups = {{"a", {{0, 1.0}, {3, 1.0}}}};
  const auto by_vertex = weights_by_vertex(weights, match_groups(rig, weights), 3);
  ASSERT_FALSE(by_vertex);
  EXPECT_NE(by_vertex.error().message().find("w.json, group 'a', entry 1: weights vertex 3"),
            std::string::npos)
      << by_vertex.error().message();
}

}  // namespace
}  // namespace mannequin
