// Weights made by hand: what a dab, a stroke and a typed number do to them, and what they leave alone.
#include "engine/bind/brush.h"

#include <gtest/gtest.h>

#include "engine/bind/changed_weights.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// As far as sums of products of a few weights differ from what is meant.
constexpr double kRounding = 1e-12;

// A tube along Y whose middle is at y = 0: its left half follows "mHipLeft", its right one "mHipRight", with
// a seam that both share, and all of it a little "mPelvis".
class BrushTest : public testing::Test {
 protected:
  enum Group : std::uint32_t { kLeft, kRight, kPelvis, kTorso };

  BrushTest() {
    Surface surface = tube();
    for (Vec3& p : surface.positions) p.y -= 0.5;
    surface_.emplace(std::move(surface));
    table_.groups = {"mHipLeft", "mHipRight", "mPelvis", "mTorso"};
    for (const Vec3& p : places()) {
      const double left = std::clamp(0.5 + 5.0 * p.y, 0.0, 1.0);
      table_.vertices.push_back({{kPelvis, 0.2}});
      if (left > 0.0) table_.vertices.back().push_back({kLeft, 0.8 * left});
      if (left < 1.0) table_.vertices.back().push_back({kRight, 0.8 * (1.0 - left)});
    }
  }

  const std::vector<Vec3>& places() const { return surface_->surface().positions; }
  std::uint32_t nearest(const Vec3& place) const {
    const auto found =
        std::ranges::min_element(places(), {}, [&](const Vec3& p) { return glm::distance(p, place); });
    return static_cast<std::uint32_t>(found - places().begin());
  }
  // A stroke of one dab where the surface is nearest.
  std::vector<std::uint32_t> dab(const Brush& brush, const Vec3& at,
                                 std::optional<MirroredBrush> mirrored = std::nullopt) {
    return BrushStroke(*surface_, table_, brush, mirrored).dab(places(), at, nearest(at));
  }
  double weight(std::uint32_t vertex, std::uint32_t group) const {
    return weight_of(table_.vertices[vertex], group);
  }
  void expect_sums() const {
    for (const auto& weights : table_.vertices) {
      EXPECT_NEAR(total_weight(weights), 1.0, kRounding);
      EXPECT_LE(weights.size(), 4u);
    }
  }

  std::optional<BrushSurface> surface_;
  WeightTable table_;
};

TEST_F(BrushTest, AddingRaisesTheWeightMostInTheMiddleAndTakesItFromTheOthers) {
  const WeightTable before = table_;
  const Vec3 at = places()[nearest({0.1, 0.3, 0.0})];
  const std::uint32_t middle = nearest(at);
  const auto changed = dab({.radius = 0.25, .strength = 0.5, .group = kTorso}, at);
  EXPECT_NEAR(weight(middle, kTorso), 0.5, kRounding);
  EXPECT_NEAR(weight(middle, kLeft), 0.4, kRounding) << "the others keep their shares";
  EXPECT_NEAR(weight(middle, kPelvis), 0.1, kRounding);
  expect_sums();
  for (std::uint32_t v = 0; v < places().size(); ++v) {
    const double away = glm::distance(places()[v], at);
    const double part = away < 0.25 ? std::pow(1.0 - away * away / 0.0625, 2.0) : 0.0;
    EXPECT_NEAR(weight(v, kTorso), 0.5 * part, kRounding) << v;
    EXPECT_EQ(std::ranges::binary_search(changed, v), part > 0.0) << v;
    if (part == 0.0) {
      EXPECT_EQ(weight(v, kLeft), weight_of(before.vertices[v], kLeft));
    }
  }
}

TEST_F(BrushTest, AStrokeGoesNoFurtherThanItsStrengthHoweverOftenItPasses) {
  const Vec3 at = places()[nearest({0.1, 0.3, 0.0})];
  const std::uint32_t middle = nearest(at);
  Brush brush{.radius = 0.25, .strength = 0.3, .group = kTorso};
  BrushStroke stroke(*surface_, table_, brush);
  EXPECT_FALSE(stroke.dab(places(), at + Vec3(0.0, 0.05, 0.0), middle).empty());
  const double faint = weight(middle, kTorso);
  EXPECT_FALSE(stroke.dab(places(), at, middle).empty());
  EXPECT_GT(weight(middle, kTorso), faint);
  EXPECT_NEAR(weight(middle, kTorso), 0.3, kRounding);
  EXPECT_TRUE(stroke.dab(places(), at, middle).empty());
  EXPECT_TRUE(std::ranges::binary_search(stroke.changed(), middle));
  // The next stroke adds to it.
  dab(brush, at);
  EXPECT_NEAR(weight(middle, kTorso), 0.6, kRounding);
  brush.strength = 1.0;
  dab(brush, at);
  EXPECT_EQ(table_.vertices[middle].size(), 1u) << "all of it, and no remains of the others";
}

TEST_F(BrushTest, SubtractingGivesTheWeightToTheOthersIfThereAreAny) {
  const Vec3 at = places()[nearest({0.1, 0.4, 0.0})];
  const std::uint32_t middle = nearest(at);
  dab({.mode = BrushMode::subtract, .radius = 0.25, .strength = 0.3, .group = kLeft}, at);
  EXPECT_NEAR(weight(middle, kLeft), 0.5, kRounding);
  EXPECT_NEAR(weight(middle, kPelvis), 0.5, kRounding);
  dab({.mode = BrushMode::subtract, .radius = 0.25, .strength = 1.0, .group = kLeft}, at);
  EXPECT_NEAR(weight(middle, kPelvis), 1.0, kRounding);
  const WeightTable before = table_;
  dab({.mode = BrushMode::subtract, .radius = 0.01, .strength = 1.0, .group = kPelvis}, at);
  EXPECT_EQ(weight(middle, kPelvis), weight_of(before.vertices[middle], kPelvis)) << "nothing could take it";
  // Where the joint has no weight, nothing is to be done.
  EXPECT_TRUE(
      dab({.mode = BrushMode::subtract, .radius = 0.25, .strength = 1.0, .group = kTorso}, at).empty());
}

TEST_F(BrushTest, ReplacingGoesToTheValueAsFarAsTheStrength) {
  const Vec3 at = places()[nearest({0.1, 0.4, 0.0})];
  const std::uint32_t middle = nearest(at);
  dab({.mode = BrushMode::replace, .radius = 0.25, .strength = 0.5, .value = 0.4, .group = kLeft}, at);
  EXPECT_NEAR(weight(middle, kLeft), 0.6, kRounding);
  dab({.mode = BrushMode::replace, .radius = 0.25, .strength = 1.0, .value = 0.4, .group = kLeft}, at);
  EXPECT_NEAR(weight(middle, kLeft), 0.4, kRounding);
  expect_sums();
}

TEST_F(BrushTest, SmoothingGoesFurtherWithEveryDabToTheMeanOfTheNeighbours) {
  // One vertex that follows something else than all around it.
  const std::uint32_t odd = nearest({0.1, 0.4, 0.0});
  table_.vertices[odd] = {{kTorso, 1.0}};
  double mean = 0.0;
  for (const std::uint32_t n : surface_->neighbours().of(odd)) mean += weight(n, kTorso);
  ASSERT_EQ(mean, 0.0);
  const Brush brush{.mode = BrushMode::smooth, .radius = 0.05, .strength = 0.5, .group = kLeft};
  BrushStroke stroke(*surface_, table_, brush);
  stroke.dab(places(), places()[odd], odd);
  EXPECT_NEAR(weight(odd, kTorso), 0.5, kRounding);
  EXPECT_NEAR(weight(odd, kLeft), 0.4, kRounding);
  stroke.dab(places(), places()[odd], odd);
  EXPECT_NEAR(weight(odd, kTorso), 0.25, kRounding);
  expect_sums();
}

TEST_F(BrushTest, LockedGroupsKeepTheirWeightsWhateverIsPainted) {
  const Vec3 at = places()[nearest({0.1, 0.0, 0.0})];
  const WeightTable before = table_;
  std::vector<bool> locked(4);
  locked[kPelvis] = locked[kRight] = true;
  std::size_t changed = 0;
  for (const BrushMode mode : {BrushMode::add, BrushMode::smooth, BrushMode::replace, BrushMode::subtract})
    for (const std::uint32_t group : {kTorso, kLeft, kPelvis}) {
      changed +=
          dab({.mode = mode, .radius = 0.4, .strength = 0.9, .value = 0.7, .group = group, .locked = locked},
              at)
              .size();
      expect_sums();
      for (std::uint32_t v = 0; v < places().size(); ++v)
        for (const std::uint32_t kept : {kPelvis, kRight})
          EXPECT_EQ(weight(v, kept), weight_of(before.vertices[v], kept)) << v;
    }
  EXPECT_GT(changed, 0u) << "the unlocked ones change among themselves";
  const std::uint32_t left = nearest({0.1, 0.5, 0.0});
  locked.assign(4, true);
  locked[kLeft] = false;
  dab({.mode = BrushMode::subtract, .radius = 0.1, .strength = 0.9, .group = kLeft, .locked = locked},
      places()[left]);
  EXPECT_NEAR(weight(left, kLeft), 0.8, kRounding) << "all others are locked";
}

TEST_F(BrushTest, AtMostFourGroupsStayAndThePaintedOneIsAmongThem) {
  const std::uint32_t v = nearest({0.1, 0.4, 0.0});
  table_.groups.push_back("mChest");
  table_.vertices[v] = {{kLeft, 0.4}, {kRight, 0.3}, {kPelvis, 0.2}, {kTorso, 0.1}};
  dab({.radius = 0.05, .strength = 0.05, .group = 4}, places()[v]);
  EXPECT_NEAR(weight(v, 4), 0.05, kRounding);
  EXPECT_EQ(weight(v, kTorso), 0.0) << "the least of the others";
  expect_sums();
}

TEST_F(BrushTest, WhatHadNoWeightFollowsWhatIsPainted) {
  const std::uint32_t v = nearest({0.1, 0.4, 0.0});
  table_.vertices[v].clear();
  dab({.mode = BrushMode::subtract, .radius = 0.05, .group = kLeft}, places()[v]);
  EXPECT_TRUE(table_.vertices[v].empty());
  dab({.radius = 0.05, .strength = 0.2, .group = kLeft}, places()[v]);
  EXPECT_NEAR(weight(v, kLeft), 1.0, kRounding);
}

TEST_F(BrushTest, WhatIsNotConnectedIsLeftAloneUnlessItIsMeant) {
  // A second tube inside the first.
  Surface two = surface_->surface();
  const Surface inner = two;
  const auto count = static_cast<std::uint32_t>(two.positions.size());
  for (const Vec3& p : inner.positions) two.positions.emplace_back(0.8 * p.x, p.y, 0.8 * p.z);
  for (Surface::Triangle t : inner.triangles)
    two.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
  two.edges = triangle_edges(two.triangles);
  table_.vertices.insert(table_.vertices.end(), table_.vertices.begin(), table_.vertices.end());
  surface_.emplace(two);
  const Vec3 at = places()[nearest({0.1, 0.4, 0.0})];
  const std::uint32_t below = nearest({0.08, at.y, 0.0});
  ASSERT_GE(below, count);
  dab({.radius = 0.15, .group = kTorso}, at);
  EXPECT_EQ(weight(below, kTorso), 0.0);
  dab({.radius = 0.15, .group = kTorso, .connected = false}, at);
  EXPECT_GT(weight(below, kTorso), 0.0);
}

TEST_F(BrushTest, AMirroredStrokeKeepsBothSidesAlike) {
  const auto opposite = opposite_places(surface_->surface());
  const Brush brush{.radius = 0.3, .strength = 0.6, .group = kLeft};
  const std::uint32_t exchanged[] = {kRight, kLeft, kPelvis, kTorso};
  // Near the middle, where both sides' brushes meet.
  BrushStroke stroke(*surface_, table_, brush, MirroredBrush{opposite, kRight});
  for (const double y : {0.1, 0.2, 0.3}) {
    const std::uint32_t v = nearest({0.1, y, 0.0});
    stroke.dab(places(), places()[v], v);
  }
  expect_sums();
  const std::uint32_t left = nearest({0.1, 0.2, 0.0}), right = nearest({0.1, -0.2, 0.0});
  EXPECT_GT(weight(left, kLeft), 0.9);
  EXPECT_GT(weight(right, kRight), 0.9);
  for (std::uint32_t v = 0; v < places().size(); ++v) {
    const std::uint32_t image = nearest({places()[v].x, -places()[v].y, places()[v].z});
    for (const std::uint32_t group : {kLeft, kRight, kPelvis, kTorso})
      EXPECT_NEAR(weight(v, group), weight(image, exchanged[group]), 1e-6) << v;
  }
}

TEST_F(BrushTest, ATypedWeightIsSharedOutAmongTheUnlocked) {
  std::vector<GroupWeight> weights = {{kLeft, 0.5}, {kRight, 0.3}, {kPelvis, 0.2}};
  EXPECT_TRUE(set_weight(weights, kLeft, 0.75, {}));
  EXPECT_NEAR(weight_of(weights, kLeft), 0.75, kRounding);
  EXPECT_NEAR(weight_of(weights, kRight), 0.15, kRounding);
  EXPECT_NEAR(weight_of(weights, kPelvis), 0.1, kRounding);
  std::vector<bool> locked(4);
  locked[kRight] = true;
  EXPECT_TRUE(set_weight(weights, kLeft, 0.5, locked));
  EXPECT_NEAR(weight_of(weights, kRight), 0.15, kRounding);
  EXPECT_NEAR(weight_of(weights, kPelvis), 0.35, kRounding);
  EXPECT_TRUE(set_weight(weights, kTorso, 1.0, locked)) << "as much as there is room for";
  EXPECT_NEAR(weight_of(weights, kTorso), 0.85, kRounding);
  EXPECT_FALSE(set_weight(weights, kRight, 0.5, locked));
  EXPECT_FALSE(set_weight(weights, kTorso, 0.5, locked)) << "nothing could take the rest";
  EXPECT_FALSE(set_weight(weights, kTorso, 0.85, locked));
}

TEST(ChangedWeights, OnlyTheNamedVerticesAndNewJointsAreWritten) {
  SkinDesc skin;
  skin.joint_names = {"mHipLeft"};
  skin.inverse_binds = {Mat4(2.0)};
  skin.joint_positions = {Vec3(1.0)};
  skin.influence_begin = {0, 1, 3, 4};
  skin.influences = {{0, 0.5f}, {0, 0.25f}, {0, 0.5f}, {0, 3.0f}};
  // The first two of the mesh's vertices are one on the surface.
  const WeldedSurface welded{
      {.positions = {Vec3(0.0), Vec3(1.0)}, .triangles = {}, .edges = {}}, {0, 0, 1}, {}};
  const WeightTable table{{"mHipLeft", "mUnused", "mTorso"}, {{{2, 0.75}, {0, 0.25}, {1, 0.0}}, {{1, 1.0}}}};
  const std::vector<std::uint32_t> changed{0};
  change_weights(skin, welded, table, changed, {{"mTorso", {Mat4(3.0), Vec3(4.0)}}});
  EXPECT_EQ(skin.joint_names, (std::vector<std::string>{"mHipLeft", "mTorso"}));
  EXPECT_EQ(skin.inverse_binds, (std::vector<Mat4>{Mat4(2.0), Mat4(3.0)}));
  EXPECT_EQ(skin.joint_positions[1], Vec3(4.0));
  EXPECT_EQ(skin.influence_begin, (std::vector<std::uint32_t>{0, 2, 4, 5}));
  EXPECT_EQ(skin.influences[2].joint, 1u);
  EXPECT_EQ(skin.influences[2].weight, 0.75f);
  EXPECT_EQ(skin.influences[4].weight, 3.0f) << "as it was, whatever its sum";
}

}  // namespace
}  // namespace mannequin::test
