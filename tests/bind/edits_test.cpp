#include <gtest/gtest.h>

#include "engine/bind/bind.h"
#include "engine/bind/groups.h"
#include "engine/bind/smooth.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

WeightTable three_in_a_row() { return {{"a", "b"}, {{{0, 1.0}}, {{0, 0.5}, {1, 0.5}}, {{1, 1.0}}}}; }
const std::vector<Surface::Edge> kRow = {{0, 1}, {1, 2}};

double weight_sum(const std::vector<GroupWeight>& weights) {
  double out = 0.0;
  for (const GroupWeight& w : weights) out += w.weight;
  return out;
}

TEST(Smooth, TakesHalfOfTheNeighboursMean) {
  WeightTable table = three_in_a_row();
  smooth_weights(table, kRow, 1, 0.5);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[0], 0), 0.75);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[0], 1), 0.25);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[1], 0), 0.5);
  table = three_in_a_row();
  smooth_weights(table, {}, 3, 0.5);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[0], 0), 1.0) << "without neighbours nothing changes";
}

TEST(Smooth, SharpeningMovesAwayFromTheMeanAndKeepsSums) {
  WeightTable table{{"a", "b"}, {{{0, 0.8}, {1, 0.2}}, {{0, 0.5}, {1, 0.5}}, {{0, 0.2}, {1, 0.8}}}};
  sharpen_weights(table, kRow, 1, 0.5);
  EXPECT_GT(weight_of(table.vertices[0], 0), 0.9);
  EXPECT_GT(weight_of(table.vertices[2], 1), 0.9);
  for (const auto& weights : table.vertices) EXPECT_NEAR(weight_sum(weights), 1.0, 1e-12);
}

TEST(WeightEdits, LimitKeepsTheGreatestAndSaysWhatThatCosts) {
  Surface surface;
  surface.positions = {{0, 1.0, 0}};
  WeightTable table{{"upper", "lower"}, {{{0, 0.9}, {1, 0.1}}}};
  const LimitLoss loss = limit_weights(table, 1, surface, two_bones());
  EXPECT_EQ(loss.vertices, 1u);
  EXPECT_NEAR(loss.largest_weight, 0.1, 1e-12);
  // The lower bone turns at y = 0.5; a tenth of the 0.38 m by which it moved the vertex is lost.
  EXPECT_NEAR(loss.largest_distance, 0.1 * 0.5 * 0.7653668647, 1e-9);
  EXPECT_NEAR(weight_sum(table.vertices[0]), 1.0, 1e-12);
}

TEST(WeightEdits, PruneNormaliseAndDropLeaveWhatCounts) {
  WeightTable table{{"a", "b", "c"}, {{{0, 0.6}, {1, 0.01}}, {{2, 0.3}}, {}}};
  prune_weights(table, 0.05);
  normalise_weights(table);
  drop_empty_groups(table);
  EXPECT_EQ(table.groups, (std::vector<std::string>{"a", "c"}));
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[0], 0), 1.0);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[1], 1), 1.0);
  EXPECT_TRUE(table.vertices[2].empty());
}

TEST(WeightEdits, TheRightSideGetsTheLeft) {
  Surface surface;
  surface.positions = {{0, 0.5, 0}, {0, -0.5, 0}, {0, 0, 0}, {0, 0.5, 1}, {0, -0.5, 1}};
  surface.triangles = {{0, 2, 3}, {1, 4, 2}};
  WeightTable table{{"mHipLeft", "mPelvis"}, {{{0, 1.0}}, {{1, 1.0}}, {{0, 0.4}, {1, 0.6}}, {{1, 1.0}}, {}}};
  mirror_weights(table, surface);
  ASSERT_EQ(table.groups.size(), 3u);
  EXPECT_EQ(table.groups[2], "mHipRight");
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[1], 2), 1.0);
  EXPECT_NEAR(weight_of(table.vertices[2], 0), 0.2, 1e-12);
  EXPECT_NEAR(weight_of(table.vertices[2], 2), 0.2, 1e-12);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[4], 1), 1.0);
}

// A right glove by itself must not follow the left hand.
TEST(WeightEdits, WithoutAnotherSideWeightsStayAndAreNamed) {
  Surface surface = tube(0.2, 0.04);
  for (Vec3& p : surface.positions) p.y -= 0.7;
  WeightTable table{{"mWristRight"},
                    std::vector<std::vector<GroupWeight>>(surface.positions.size(), {{0, 1.0}})};
  const std::vector<std::uint32_t> alone = mirror_weights(table, surface);
  EXPECT_EQ(alone.size(), surface.positions.size());
  for (const auto& weights : table.vertices) EXPECT_DOUBLE_EQ(weight_of(weights, 0), 1.0);
  EXPECT_TRUE(mirror_weights(table, surface, {MirrorBy::nearest, false, 0.0}).empty());
}

TEST(WeightEdits, TheOtherSideAndAnotherPlaneCanBeChosen) {
  Surface surface;
  surface.positions = {{0, 2.5, 0}, {0, 1.5, 0}, {0, 2, 0}, {0, 2.5, 1}, {0, 1.5, 1}};
  surface.triangles = {{0, 2, 3}, {1, 4, 2}};
  WeightTable table{{"mHipRight", "mPelvis"}, {{}, {{0, 1.0}}, {{1, 1.0}}, {}, {{1, 1.0}}}};
  mirror_weights(table, surface, {MirrorBy::nearest, false, 2.0});
  ASSERT_EQ(table.groups.size(), 3u);
  EXPECT_EQ(table.groups[2], "mHipLeft");
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[0], 2), 1.0);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[1], 0), 1.0);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[3], 1), 1.0);
}

// A sheet of 7 x 4 vertices from right to left, cut alike on both sides, whose right side is another shape.
Surface lopsided_sheet() {
  Surface surface;
  for (int row = 0; row < 4; ++row)
    for (int column = -3; column <= 3; ++column) {
      Vec3 p(0.0, 0.1 * column, 0.1 * row);
      if (column < 0)
        p = Vec3(0.03 * column * row, 0.17 * column + 0.02 * row, 0.1 * row - 0.05 * column * column);
      surface.positions.push_back(p);
    }
  const auto at = [](int row, int column) { return static_cast<std::uint32_t>(7 * row + column + 3); };
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      for (const int sign : {1, -1}) {
        const std::uint32_t a = at(row, sign * column), b = at(row, sign * (column + 1)),
                            c = at(row + 1, sign * (column + 1)), d = at(row + 1, sign * column);
        if (sign > 0) {
          surface.triangles.push_back({a, b, c});
          surface.triangles.push_back({a, c, d});
        } else {
          surface.triangles.push_back({a, c, b});
          surface.triangles.push_back({a, d, c});
        }
      }
  surface.edges = triangle_edges(surface.triangles);
  return surface;
}

TEST(WeightEdits, TopologyFindsTheCounterpartWhereverItIs) {
  Surface surface = lopsided_sheet();
  const std::vector<std::uint32_t> partner = mirrored_vertices(surface, 0.0);
  WeightTable table{{"mHipLeft", "mPelvis"}, {}};
  for (std::uint32_t v = 0; v < 28; ++v) {
    const std::uint32_t row = v / 7, column = v % 7;
    EXPECT_EQ(partner[v], 7 * row + 6 - column) << v;
    const double weight = column >= 3 ? 0.1 + 0.03 * v : 0.0;
    table.vertices.push_back({{0, weight}, {1, 1.0 - weight}});
  }
  const WeightTable before = table;
  mirror_weights(table, surface, {MirrorBy::topology, true, 0.0});
  for (std::uint32_t v = 0; v < 28; ++v) {
    const std::uint32_t column = v % 7, image = v - column + 6 - column;
    if (column > 3) {
      EXPECT_DOUBLE_EQ(weight_of(table.vertices[v], 0), weight_of(before.vertices[v], 0));
    } else if (column < 3) {
      EXPECT_DOUBLE_EQ(weight_of(table.vertices[v], 2), weight_of(before.vertices[image], 0)) << v;
    } else {
      EXPECT_NEAR(weight_of(table.vertices[v], 0), 0.5 * weight_of(before.vertices[v], 0), 1e-12);
    }
  }
  // Where the sides differ, the ways end.
  std::swap(surface.triangles.front(), surface.triangles.back());
  surface.triangles.front() = {0, 1, 8};
  const std::vector<std::uint32_t> torn = mirrored_vertices(surface, 0.0);
  for (std::uint32_t v = 0; v < 28; ++v) EXPECT_TRUE(torn[v] == kNoVertex || torn[torn[v]] == v) << v;
}

TEST(WeightEdits, SeamsToOtherFilesGetTheirWeights) {
  Surface head, body;
  head.positions = {{0, 0, 1}, {0, 0, 1.2}, {0.1, 0, 1}};
  body.positions = {{0, 0, 0.5}, {0, 0.00005, 1}, {0, 0, 1.00003}, {0.1, 0, 1}};
  WeightTable table{{"mHead"}, {{{0, 1.0}}, {{0, 1.0}}, {{0, 1.0}}}};
  const WeightSource other{
      "body", body, {{"mChest", "mNeck", "mHead"}, {{{0, 1.0}}, {{0, 1.0}}, {{1, 0.7}, {2, 0.3}}, {}}}};
  EXPECT_EQ(weld_to(table, head, {&other, 1}, 1e-4), (std::vector<bool>{true, false, false}));
  ASSERT_EQ(table.vertices[0].size(), 2u);
  EXPECT_EQ(table.groups[table.vertices[0][0].group], "mNeck");
  EXPECT_DOUBLE_EQ(table.vertices[0][0].weight, 0.7);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[0], 0), 0.3);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[1], 0), 1.0);
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[2], 0), 1.0);
}

TEST(WeightEdits, SeamsGetOneWeight) {
  Surface surface;
  surface.positions = {{0, 0, 0}, {0, 0, 0.0005}, {0, 0, 1}};
  WeightTable table{{"a", "b"}, {{{0, 1.0}}, {{1, 1.0}}, {{1, 1.0}}}};
  weld_weights(table, surface, 0.001);
  for (const std::size_t v : {0u, 1u}) {
    EXPECT_DOUBLE_EQ(weight_of(table.vertices[v], 0), 0.5);
    EXPECT_DOUBLE_EQ(weight_of(table.vertices[v], 1), 0.5);
  }
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[2], 1), 1.0);
}

TEST(Groups, RenamedOnesThatMeetAreAddedUp) {
  WeightTable table{{"hand", "thumb"}, {{{0, 0.5}, {1, 0.5}}}};
  rename_groups(table, {{"hand", "mWristLeft"}, {"thumb", "mWristLeft"}});
  EXPECT_EQ(table.groups, std::vector<std::string>{"mWristLeft"});
  EXPECT_DOUBLE_EQ(weight_of(table.vertices[0], 0), 1.0);
}

TEST(Bind, EveryMethodSaysWhatItLacks) {
  const Surface surface = tube();
  const BindSources none({});
  for (const BindSources* sources : {&none, static_cast<const BindSources*>(nullptr)}) {
    const BindInput input{&surface, nullptr, {}, sources, {}};
    for (const BindMethod method :
         {BindMethod::preserve, BindMethod::heat, BindMethod::copy, BindMethod::transfer, BindMethod::face}) {
      BindOptions options;
      options.method = method;
      const auto outcome = bind_weights(input, options);
      ASSERT_FALSE(outcome);
      EXPECT_FALSE(outcome.error().what.empty());
    }
  }
}

TEST(Bind, WhereverWeightsComeFromFaultsOfTheMeshAreNamed) {
  Surface tiny = tube(), inside_out = tube();
  for (Vec3& p : tiny.positions) p *= 0.01;
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  const Surface body = tube();
  const WeightSource source{"body", body, {{"upper"}, {body.positions.size(), {{0, 1.0}}}}};
  const auto faults = [&](const Surface& surface, BindMethod method) {
    BindOptions options;
    options.method = method;
    const BindSources from({&source, 1});
    return codes(bind_weights({&surface, nullptr, {}, &from, {}}, options).value().faults);
  };
  for (const BindMethod method : {BindMethod::copy, BindMethod::transfer}) {
    EXPECT_TRUE(faults(body, method).empty());
    EXPECT_TRUE(faults(tiny, method).contains("wrong_unit"));
    EXPECT_TRUE(faults(inside_out, method).contains("inside_out"));
  }
}

TEST(Bind, EmptyKeepsItsGroupsAndPreserveItsWeights) {
  const Surface surface = tube();
  const std::vector<BindBone> bones = two_bones();
  WeightTable own{{"upper"}, std::vector<std::vector<GroupWeight>>(surface.positions.size(), {{0, 0.5}})};
  BindInput input{&surface, &own, bones, nullptr, bones};
  BindOptions options;
  options.method = BindMethod::empty;
  const auto empty = bind_weights(input, options);
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->weights.groups.size(), 2u);
  EXPECT_EQ(empty->unweighted().size(), surface.positions.size());
  options.method = BindMethod::preserve;
  options.normalise = false;
  const auto kept = bind_weights(input, options);
  ASSERT_TRUE(kept);
  EXPECT_DOUBLE_EQ(weight_of(kept->weights.vertices[7], 0), 0.5);
}

}  // namespace
}  // namespace mannequin::test
