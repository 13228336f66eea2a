#include "engine/fit/garment_refinement.h"

#include <gtest/gtest.h>

#include "tests/fit/smoothed_top.h"

namespace mannequin {
namespace {

void refine(SmoothedTop& top) {
  EXPECT_TRUE(refine_places(top.field, top.remedies, 1.0, top.state, [] { return Status(); }));
}

// They can be moved where moving a whole patch would make other cases deeper.
TEST(GarmentRefinement, MovesSinglePlacesOutwards) {
  GarmentMendOptions options;
  options.keep_weights = true;
  options.limit = 0.005;
  SmoothedTop top(options);
  refine(top);
  top.expect_better();
  EXPECT_LT(area_of(top.state.cases), 0.7 * area_of(top.before));
  const ChangedGarment garment = top.changed();
  std::size_t moved = 0;
  for (std::uint32_t w = 0; w < top.places.count(); ++w) {
    EXPECT_LE(glm::length(garment.moved[w]), options.limit + 1e-9);
    EXPECT_EQ(garment.reweighted[w], 0.0);
    moved += top.state.places[w].outwards > 0.0 ? 1 : 0;
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

}  // namespace
}  // namespace mannequin
