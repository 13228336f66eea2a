#include "engine/fit/garment_spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "tests/fit/mend_case.h"

namespace mannequin {
namespace {

// The built-in top with four times the triangles, and a coarse one.
struct CoarseTop {
  Vec3 among(std::uint32_t w) const {
    Vec3 at(0.0);
    for (std::size_t c = 0; c < 3; ++c)
      at += coarse.share[w][static_cast<int>(c)] * places.positions[coarse.around[w][c]];
    return at;
  }

  const MendBody body;
  const BoundMeshDesc top = subdivided(settled_builtin("top"), 1);
  const WornGarment worn = build_strict({&top, 1}).value();
  const GarmentPlaces places = find_places(worn.surface(), body.surface);
  const CoarseGarment coarse = make_coarse({&top, 1}, places, {}, 1500).value();
};

TEST(GarmentSpread, SpreadsNothingWhereNothingWasChanged) {
  const CoarseTop it;
  const std::vector<std::vector<float>> none = {std::vector<float>(it.coarse.kept.size(), 0.0f)};
  const SpreadChange change = spread_change(it.coarse, it.places, it.coarse.meshes, none);
  ASSERT_EQ(change.moved.size(), it.places.count());
  for (std::uint32_t w = 0; w < it.places.count(); ++w) {
    EXPECT_EQ(change.moved[w], Vec3(0.0));
    EXPECT_EQ(change.reweighted[w], 0.0);
    EXPECT_TRUE(change.weights.vertices[w].empty());
  }
}

// A quarter of each vertex's weights moved to one joint, and the vertices up by a millimetre per metre of
// height.
TEST(GarmentSpread, SpreadsAChangeOverThePlacesBetween) {
  const CoarseTop it;
  std::vector<BoundMeshDesc> mended = it.coarse.meshes;
  for (Vec3f& p : mended[0].mesh.positions) p.z += 0.001f * p.z;
  SkinDesc& skin = mended[0].skin;
  skin.joint_names.push_back("mHead");
  const auto head = static_cast<std::uint32_t>(skin.joint_names.size() - 1);
  std::vector<std::uint32_t> begin = {0};
  std::vector<InfluenceDesc> influences;
  for (std::size_t v = 0; v < it.coarse.kept.size(); ++v) {
    for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i) {
      influences.push_back(skin.influences[i]);
      influences.back().weight *= 0.75f;
    }
    influences.push_back({head, 0.25f});
    begin.push_back(static_cast<std::uint32_t>(influences.size()));
  }
  skin.influence_begin = begin;
  skin.influences = influences;
  const std::vector<std::vector<float>> quarter = {std::vector<float>(it.coarse.kept.size(), 0.25f)};
  const SpreadChange change = spread_change(it.coarse, it.places, mended, quarter);
  for (std::uint32_t w = 0; w < it.places.count(); ++w) {
    EXPECT_NEAR(change.reweighted[w], 0.25, 1e-6);
    double to_head = 0.0, others = 0.0;
    for (const GroupWeight& one : change.weights.vertices[w])
      (change.weights.groups[one.group] == "mHead" ? to_head : others) += one.weight;
    EXPECT_NEAR(to_head, 0.25, 1e-5);
    EXPECT_NEAR(others, 0.0, 1e-5);
    if (it.places.outwards[w] == Vec3(0.0)) continue;
    EXPECT_NEAR(change.moved[w].z, 0.001 * it.among(w).z, 2e-7);
    EXPECT_NEAR(change.moved[w].x, 0.0, 1e-9);
  }
}

TEST(GarmentSpread, KeepsAPartOfAChange) {
  SpreadChange change{{{0.0, 0.0, 0.002}, {0.0, 0.0, 0.002}, {0.001, 0.0, 0.0}},
                      {1.0, 0.5, 0.25},
                      {{"mHead", "mNeck"}, {{{0, 0.5}, {1, 0.5}}, {{1, 0.5}}, {{0, 0.25}}}}};
  const std::vector<double> kept = {0.0, 0.5, 1.0};
  const SpreadChange part = part_of(change, kept);
  EXPECT_EQ(part.moved, (std::vector<Vec3>{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.001}, {0.001, 0.0, 0.0}}));
  EXPECT_EQ(part.reweighted, (std::vector<double>{0.0, 0.25, 0.25}));
  EXPECT_TRUE(part.weights.vertices[0].empty());
  EXPECT_EQ(part.weights.vertices[1][0].weight, 0.25);
  EXPECT_EQ(part.weights.vertices[2][0].weight, 0.25);
}

// One body vertex that is deeper than before in a bounded case, one in a case that may be deeper.
TEST(GarmentSpread, KeepsNothingAroundClothThatComesOutTooFar) {
  const CoarseTop it;
  const GarmentMendInput input{builtin(),     {},           it.body.surface, it.body.sources,
                               it.body.binds, {&it.top, 1}, build_strict,    {}};
  const GarmentPair pair = make_garment_pair(it.body.surface, it.worn.surface());
  const CaseMeter meter = input.meter(pair);
  const GarmentPatches patches = make_patches(it.places, it.body.surface.bound_positions());
  std::vector<MendCase> cases = posed_mend_cases(2, 100);
  cases[1].bounded = false;
  std::vector<MeasuredCase> before(2), after(2);
  const GarmentCosts costs(meter, patches, cases, before, 0.0005);
  const auto far = [&](std::uint32_t from) {
    std::uint32_t w = 0;
    while (it.places.distance(w, from) < 0.1) ++w;
    return w;
  };
  const std::uint32_t here = 100, there = far(here);
  after[0].penetrations = {{0, {here, here, here}, 0.004f}, {1, {there, there, there}, 0.0001f}};
  after[1].penetrations = {{0, {there, there, there}, 0.004f}};
  const std::vector<double> kept = kept_around(it.places, costs, after, 0.012);
  ASSERT_EQ(kept.size(), it.places.count());
  std::size_t fading = 0;
  for (std::uint32_t w = 0; w < kept.size(); ++w) {
    const double distance = it.places.distance(w, here);
    if (distance <= 0.0039) {
      EXPECT_EQ(kept[w], 0.0) << w;
    } else if (distance >= 0.012) {
      EXPECT_EQ(kept[w], 1.0) << w;
    }
    EXPECT_EQ(kept[w], kept[it.places.mirror[w]]) << "as on the other side";
    if (kept[w] > 0.0 && kept[w] < 1.0) ++fading;
  }
  EXPECT_GT(fading, 0u);
}

// Less comes through than before mending, and fewer cases are deeper than with the whole change.
TEST(GarmentSpread, IsTakenBackWhereItMakesPosesDeeper) {
  const CoarseTop it;
  BoundMeshDesc top = it.top;
  smooth_twelve_times(top);
  std::vector<MendCase> cases = random_mend_cases(5, 100);
  std::ranges::move(posed_mend_cases(30, 100), std::back_inserter(cases));
  const GarmentMendInput input{builtin(),     {},        it.body.surface, it.body.sources,
                               it.body.binds, {&top, 1}, build_strict,    cases};
  const WornGarment worn = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(it.body.surface, worn.surface());
  const CaseMeter meter = input.meter(pair);
  const GarmentPatches patches = make_patches(it.places, it.body.surface.bound_positions());
  const std::vector<MeasuredCase> before =
      meter.measure(worn.surface(), cases, all_of(cases.size()), &it.places);
  const GarmentCosts costs(meter, patches, cases, before, 0.0005);
  const SpreadField field{input, meter, it.places, costs, cases, costs.of(before)};
  // The weights made by hand, which follow volumes.
  const CoarseGarment coarse = make_coarse({&top, 1}, it.places, {}, 1500).value();
  const std::vector<std::vector<float>> all = {std::vector<float>(coarse.kept.size(), 1.0f)};
  SpreadState state = field
                          .state(spread_change(coarse, it.places,
                                               make_coarse({&it.top, 1}, it.places, {}, 1500)->meshes, all))
                          .value();
  const auto deeper = [&] {
    std::size_t count = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) count += state.cases[i].at.depth > costs.most(i) ? 1 : 0;
    return count;
  };
  const std::size_t at_first = deeper();
  const double cost_at_first = costs.of(state.cases);
  ASSERT_GT(at_first, 0u);
  int asked = 0;
  ASSERT_TRUE(field.take_back(state, [&]() -> Status { return ++asked, Status{}; }));
  EXPECT_GT(asked, 0);
  EXPECT_LT(deeper(), at_first) << cost_at_first << " " << costs.of(state.cases);
  EXPECT_LT(costs.of(state.cases), cost_at_first);
  EXPECT_LT(area_of(state.cases), area_of(before));
  const std::vector<MeasuredCase> again =
      meter.measure(state.garment.worn.surface(), cases, all_of(cases.size()), &it.places);
  EXPECT_EQ(area_of(again), area_of(state.cases)) << "all that is reported is of the last change";
  EXPECT_FALSE(field.take_back(state, [] { return Status(fail(ErrorCode::bad_argument, "", "stopped")); }));
}

}  // namespace
}  // namespace mannequin
