#include "engine/fit/garment_refinement.h"

#include <gtest/gtest.h>

#include "engine/fit/garment_shifts.h"
#include "tests/fit/smoothed_top.h"

namespace mannequin {
namespace {

void refine(SmoothedTop& top, double until = 1.0) {
  EXPECT_TRUE(refine_places(top.field, top.remedies, until, top.state, [] { return Status(); }));
}

// They can be moved where moving a whole patch would make other cases deeper.
TEST(GarmentRefinement, MovesSinglePlaces) {
  GarmentMendOptions options;
  options.keep_weights = true;
  options.limit = 0.005;
  SmoothedTop top(options);
  refine(top);
  top.expect_better();
  EXPECT_LT(area_of(top.state.cases), 0.7 * area_of(top.before));
  const ChangedGarment garment = top.changed();
  std::size_t moved = 0;
  const GarmentShifts shifts = make_shifts(top.places, top.worn.surface(), top.body.surface, options.limit);
  for (std::uint32_t w = 0; w < top.places.count(); ++w) {
    EXPECT_LE(glm::length(garment.moved[w]), options.limit + 1e-9);
    EXPECT_GE(glm::dot(garment.moved[w], shifts.rooms[w].away), -shifts.rooms[w].room - 1e-9);
    EXPECT_EQ(garment.reweighted[w], 0.0);
    moved += garment.moved[w] != Vec3(0.0) ? 1 : 0;
  }
  EXPECT_GT(moved, 10u);
  EXPECT_LT(moved, top.places.count() / 2);
  EXPECT_EQ(garment.weights, MendWeights::own);
}

// The same with their weights; those beside them get half of that.
TEST(GarmentRefinement, GivesSinglePlacesOtherWeights) {
  GarmentMendOptions options;
  options.keep_shape = true;
  SmoothedTop top(options);
  refine(top);
  top.expect_better();
  const ChangedGarment garment = top.changed();
  std::size_t whole = 0, part = 0;
  for (std::uint32_t w = 0; w < top.places.count(); ++w) {
    EXPECT_EQ(garment.moved[w], Vec3(0.0));
    EXPECT_EQ(garment.reweighted[w], top.state.places[w].weights > 0 ? top.state.places[w].share : 0.0);
    whole += garment.reweighted[w] == 1.0 ? 1 : 0;
    part += garment.reweighted[w] == 0.5 ? 1 : 0;
  }
  EXPECT_GT(whole, 10u);
  EXPECT_GT(part, 10u);
  EXPECT_LT(whole + part, top.places.count() / 2);
  EXPECT_NE(garment.weights, MendWeights::own)
      << "mend would say that new weights come from the garment itself";
  const SkinDesc& skin = garment.meshes[0].skin;
  for (std::size_t v = 0; v < garment.meshes[0].mesh.positions.size(); ++v) {
    if (!(garment.reweighted[top.places.of[v]] > 0.0)) continue;
    double sum = 0.0;
    for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i)
      sum += skin.influences[i].weight;
    EXPECT_NEAR(sum, 1.0, 1e-5);
    EXPECT_LE(skin.influence_begin[v + 1] - skin.influence_begin[v], kMaxInfluences);
  }
}

// A few poses that are far deeper than they may be cost more than all shapes that stand.
TEST(GarmentRefinement, GainsNothingInPosesAtTheExpenseOfShapesThatStand) {
  SmoothedTop top{{}};
  refine(top, 0.01);
  const double standing = top.standing_cost(top.state.cases);
  for (const MendCase& one : posed_mend_cases(8, 5000)) top.field.add(one, {});
  top.state = top.field.state(top.state.choice, top.remedies, top.state.places).value();
  const double before = top.state.cost;
  ASSERT_GT(before, 10.0 * standing);
  refine(top, 0.03);
  EXPECT_LT(top.state.cost, before);
  EXPECT_LE(top.standing_cost(top.state.cases), standing);
}

}  // namespace
}  // namespace mannequin
