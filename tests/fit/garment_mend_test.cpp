#include "engine/fit/garment_mend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/fit/garment_shifts.h"
#include "tests/fit/mend_case.h"

namespace mannequin {
namespace {

TEST(GarmentMend, BodyStaysUnderAGarmentThatWasNeverFitted) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  bones_only(top);
  const std::vector<MendCase> cases = random_mend_cases(60, 100), others = random_mend_cases(40, 9000);
  const GarmentMendInput input{builtin(),  {},        body.surface, body.sources,
                               body.binds, {&top, 1}, build_strict, cases};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const Result<MendedGarment> mended = mend_garment(input, pair, {});
  ASSERT_TRUE(mended) << mended.error().message();
  EXPECT_TRUE(mended->changed);
  const WornGarment worn = build_strict(mended->meshes).value();
  const MendMeasure before = measure_garment(input, pair, original, others),
                    after = measure_garment(input, pair, worn, others);
  ASSERT_GT(before.area(), 0.01);
  EXPECT_LT(after.area(), 0.1 * before.area());
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_LT(after.cases[i].depth, before.cases[i].depth + 0.0005) << i;
  // At most four influences, and no vertex farther from its place than the limit.
  const SkinDesc& skin = mended->meshes[0].skin;
  for (std::size_t v = 0; v < top.mesh.positions.size(); ++v) {
    EXPECT_LE(skin.influence_begin[v + 1] - skin.influence_begin[v], 4u);
    EXPECT_LE(glm::distance(mended->meshes[0].mesh.positions[v], top.mesh.positions[v]), 0.0101f);
  }
}

// Smoothed weights let the body through in few places of a close garment, and walls of folds cross once the
// garment follows the body again: moves outwards alone make that worse. The weights made by hand leave more.
TEST(GarmentMend, BodyStaysUnderCloseTrousersWithSmoothedWeights) {
  const MendBody body;
  BoundMeshDesc trousers = settled_builtin("trousers");
  const BoundMeshDesc clean = trousers;
  smooth_twelve_times(trousers);
  const std::vector<MendCase> cases = random_mend_cases(60, 100), others = random_mend_cases(40, 9000);
  const GarmentMendInput input{builtin(),      {},           body.surface, body.sources, body.binds,
                               {&trousers, 1}, build_strict, cases};
  const WornGarment original = build_strict({&trousers, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const MendedGarment mended = mend_garment(input, pair, {}).value();
  const WornGarment worn = build_strict(mended.meshes).value();
  const double before = measure_garment(input, pair, original, others).area(),
               after = measure_garment(input, pair, worn, others).area();
  const WornGarment by_hand = build_strict({&clean, 1}).value();
  ASSERT_GT(before, 0.01);
  EXPECT_LT(after, measure_garment(input, pair, by_hand, others).area());
  EXPECT_LT(after, 0.1 * before);
  // Wherever it moved, it got closer to the body by little, and not into it.
  const GarmentPlaces places = find_places(original.surface(), body.surface);
  const GarmentShifts shifts = make_shifts(places, original.surface(), body.surface, 0.010);
  const std::vector<Vec3> was = original.surface().bound_positions(), is = worn.surface().bound_positions();
  for (std::size_t v = 0; v < was.size(); ++v) {
    const RoomBelow& below = shifts.rooms[places.of[v]];
    EXPECT_LE(below.room, 0.003);
    EXPECT_GE(glm::dot(is[v] - was[v], below.away), -below.room - 1e-6) << v;
  }
}

// More vertices than can be posed in every case of every step.
TEST(GarmentMend, BodyStaysUnderAGarmentOfManyVertices) {
  const MendBody body;
  BoundMeshDesc top = subdivided(settled_builtin("top"), 1);
  bones_only(top);
  ASSERT_GT(top.mesh.positions.size(), 10'000u);
  const std::vector<MendCase> cases = random_mend_cases(12, 100), others = random_mend_cases(12, 9000);
  const GarmentMendInput input{builtin(),  {},        body.surface, body.sources,
                               body.binds, {&top, 1}, build_strict, cases};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const MendedGarment mended = mend_garment(input, pair, {.most_searched = 2'000'000}).value();
  EXPECT_TRUE(mended.changed);
  ASSERT_EQ(mended.meshes[0].mesh.positions.size(), top.mesh.positions.size());
  EXPECT_EQ(mended.meshes[0].mesh.indices, top.mesh.indices);
  const WornGarment worn = build_strict(mended.meshes).value();
  const MendMeasure measured = measure_garment(input, pair, worn, cases);
  EXPECT_EQ(mended.after.area(), measured.area()) << "reported of the garment itself";
  EXPECT_EQ(mended.before.area(), measure_garment(input, pair, original, cases).area());
  const MendMeasure before = measure_garment(input, pair, original, others),
                    after = measure_garment(input, pair, worn, others);
  ASSERT_GT(before.area(), 0.01);
  EXPECT_LT(after.area(), 0.1 * before.area());
  const std::vector<float>& moved = mended.moved[0];
  for (std::size_t v = 0; v < moved.size(); ++v) {
    EXPECT_LE(std::abs(moved[v]), 0.01001f);
    EXPECT_NEAR(std::abs(moved[v]), glm::distance(mended.meshes[0].mesh.positions[v], top.mesh.positions[v]),
                1e-6f);
    EXPECT_LE(mended.meshes[0].skin.influence_begin[v + 1] - mended.meshes[0].skin.influence_begin[v], 4u);
  }
}

TEST(GarmentMend, LeavesAloneWhatFits) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  const std::vector<MendCase> cases = {{{}, {}}};
  const GarmentMendInput input{builtin(),  {},        body.surface, body.sources,
                               body.binds, {&top, 1}, build_strict, cases};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  ASSERT_EQ(measure_garment(input, pair, original, cases).area(), 0.0);
  const Result<MendedGarment> mended = mend_garment(input, pair, {});
  ASSERT_TRUE(mended);
  EXPECT_FALSE(mended->changed);
  EXPECT_EQ(mended->meshes[0].mesh.positions, top.mesh.positions);
}

// Shapes and poses that it neither solved on nor checked.
TEST(GarmentMend, MakesNoOtherPoseWorse) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  bones_only(top);
  const std::vector<MendCase> cases = random_mend_cases(20, 100), checks = posed_mend_cases(60, 4000),
                              others = posed_mend_cases(20, 9100);
  const GarmentMendInput input{builtin(), {},           body.surface, body.sources, body.binds,
                               {&top, 1}, build_strict, cases,        checks};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const MendedGarment mended = mend_garment(input, pair, {}).value();
  EXPECT_TRUE(mended.changed);
  const WornGarment worn = build_strict(mended.meshes).value();
  for (const auto& [tried, allowed] : {std::pair(&checks, 0.000501), std::pair(&others, 0.001)}) {
    const MendMeasure before = measure_garment(input, pair, original, *tried),
                      after = measure_garment(input, pair, worn, *tried);
    for (std::size_t i = 0; i < tried->size(); ++i)
      EXPECT_LE(after.cases[i].depth, before.cases[i].depth + allowed) << i;
  }
}

// Every remedy for the whole top makes some pose worse at the armpits or in the fold of the belly. It is held
// back there, and mends the rest.
TEST(GarmentMend, HoldsBackWhereAPoseSuffers) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  smooth_twelve_times(top);
  const std::vector<MendCase> cases = random_mend_cases(20, 100), checks = posed_mend_cases(30, 4000),
                              others = random_mend_cases(40, 9000);
  const GarmentMendInput input{builtin(), {},           body.surface, body.sources, body.binds,
                               {&top, 1}, build_strict, cases,        checks};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const MendedGarment mended = mend_garment(input, pair, {}).value();
  EXPECT_EQ(mended.deeper, 0u);
  EXPECT_EQ(mended.deeper_poses, 0u);
  const WornGarment worn = build_strict(mended.meshes).value();
  for (const auto* tried : {&cases, &checks}) {
    const MendMeasure before = measure_garment(input, pair, original, *tried),
                      after = measure_garment(input, pair, worn, *tried);
    for (std::size_t i = 0; i < tried->size(); ++i)
      EXPECT_LE(after.cases[i].depth, before.cases[i].depth + 0.0005) << i;
  }
  const double before = measure_garment(input, pair, original, others).area();
  ASSERT_GT(before, 0.01);
  EXPECT_LT(measure_garment(input, pair, worn, others).area(), 0.5 * before);
}

// Many more poses than could be checked, of which fewer become deeper if they are watched.
TEST(GarmentMend, MakesFewerOfTheWatchedPosesDeeper) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  smooth_twelve_times(top);
  const std::vector<MendCase> cases = random_mend_cases(20, 100);
  std::vector<MendCase> watched = posed_mend_cases(100, 6000);
  for (MendCase& one : watched) one.sliders.clear();
  const GarmentMendInput input{builtin(), {},           body.surface, body.sources, body.binds,
                               {&top, 1}, build_strict, cases,        {},           watched};
  GarmentMendInput blind = input;
  blind.watched = {};
  const GarmentPair pair = make_garment_pair(body.surface, build_strict({&top, 1}).value().surface());
  const MendMeasure before = measure_garment(input, pair, build_strict({&top, 1}).value(), watched);
  const auto deeper = [&](const MendedGarment& mended) {
    const MendMeasure after = measure_garment(input, pair, build_strict(mended.meshes).value(), watched);
    std::size_t count = 0;
    for (std::size_t i = 0; i < watched.size(); ++i)
      count += after.cases[i].depth > before.cases[i].depth + GarmentMendOptions().worse ? 1 : 0;
    return count;
  };
  const MendedGarment mended = mend_garment(input, pair, {}).value(),
                      other = mend_garment(blind, pair, {}).value();
  EXPECT_EQ(mended.measured, cases.size() + watched.size());
  EXPECT_EQ(other.measured, cases.size());
  EXPECT_EQ(mended.deeper, deeper(mended)) << "none of the cases is";
  ASSERT_GT(deeper(other), 20u);
  EXPECT_LT(2 * deeper(mended), deeper(other));
  EXPECT_LT(mended.after.area(), 0.5 * mended.before.area());
}

// The built-in top without its volumes, on a few shapes.
struct BonesOnlyTop {
  BonesOnlyTop() { bones_only(desc); }
  BonesOnlyTop(const BonesOnlyTop&) = delete;
  BonesOnlyTop& operator=(const BonesOnlyTop&) = delete;
  MendedGarment mend(const GarmentMendOptions& options) const {
    const GarmentMendInput input{builtin(),  {},         body.surface, body.sources,
                                 body.binds, {&desc, 1}, build_strict, cases};
    const GarmentPair pair = make_garment_pair(body.surface, build_strict({&desc, 1}).value().surface());
    return mend_garment(input, pair, options).value();
  }

  const MendBody body;
  BoundMeshDesc desc = settled_builtin("top");
  const std::vector<MendCase> cases = random_mend_cases(8, 300);
};

// A large garment would take minutes. What was found until then is a result like any other.
TEST(GarmentMend, EndsEarlyWhereSoMuchWasMeasuredAndSaysSo) {
  const BonesOnlyTop top;
  GarmentMendOptions options;
  EXPECT_FALSE(top.mend(options).spent) << "so few cases are measured quickly";
  options.most_searched = 1;
  const MendedGarment mended = top.mend(options);
  EXPECT_TRUE(mended.spent);
  EXPECT_TRUE(mended.changed);
  EXPECT_EQ(mended.deeper, 0u);
  EXPECT_LT(mended.after.area(), mended.before.area());
}

TEST(GarmentMend, SaysWhyNothingCanBeDone) {
  const BonesOnlyTop top;
  GarmentMendOptions options;
  options.keep_weights = true;
  options.limit = 0.0;
  const MendedGarment mended = top.mend(options);
  EXPECT_FALSE(mended.changed);
  EXPECT_GT(mended.before.area(), 0.0);
  EXPECT_EQ(mended.after.area(), mended.before.area());
  EXPECT_GT(mended.remains.too_deep, 0u);
  EXPECT_EQ(mended.remains.open, 0u);
  EXPECT_EQ(mended.meshes[0].mesh.positions, top.desc.mesh.positions);
}

TEST(GarmentMend, KeepsWhatItIsToldTo) {
  const BonesOnlyTop top;
  GarmentMendOptions options;
  options.keep_shape = true;
  const MendedGarment weights = top.mend(options);
  EXPECT_EQ(weights.meshes[0].mesh.positions, top.desc.mesh.positions);
  options.keep_shape = false;
  options.keep_weights = true;
  const MendedGarment shape = top.mend(options);
  EXPECT_EQ(shape.meshes[0].skin.joint_names, top.desc.skin.joint_names);
  EXPECT_NE(shape.meshes[0].mesh.positions, top.desc.mesh.positions);
}

}  // namespace
}  // namespace mannequin
