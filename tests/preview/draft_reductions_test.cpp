// How the triangles of a draft are shared out among meshes.
#include "tools/preview/render/draft_reductions.h"

#include <gtest/gtest.h>

#include <numeric>

namespace mannequin::preview {
namespace {

using Numbers = std::vector<std::size_t>;

std::size_t drawn(const Numbers& triangles) {
  const Numbers reductions = draft_reductions(triangles);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) sum += triangles[i] / reductions[i];
  return sum;
}

TEST(DraftReductions, LeaveFewTrianglesAsTheyAre) {
  EXPECT_EQ(draft_reductions({}), Numbers{});
  EXPECT_EQ(draft_reductions(Numbers{0, 8000, 12000}), (Numbers{1, 1, 1}));
}

TEST(DraftReductions, LeaveLightMeshesWholeBesideAHeavyOne) {
  const Numbers reductions = draft_reductions(Numbers{450'000, 8000, 5000});
  EXPECT_GE(reductions[0], 16u);
  EXPECT_EQ(reductions[1], 1u);
  EXPECT_EQ(reductions[2], 1u);
}

TEST(DraftReductions, DoNotDependOnTheOrder) {
  EXPECT_EQ(draft_reductions(Numbers{5000, 450'000, 28'000}), (Numbers{1, 32, 2}));
  EXPECT_EQ(draft_reductions(Numbers{28'000, 5000, 450'000}), (Numbers{2, 1, 32}));
}

TEST(DraftReductions, KeepDraftsFast) {
  for (const Numbers& triangles :
       {Numbers{450'000, 28'000, 8000}, {2'000'000}, {300'000, 300'000, 300'000}, Numbers(40, 5000)}) {
    EXPECT_LE(drawn(triangles), 50'000u);
    EXPECT_GE(drawn(triangles), 15'000u) << "without being coarser than need be";
  }
}

TEST(DraftReductions, LeaveSomeOfManySmallMeshes) {
  for (const std::size_t reduction : draft_reductions(Numbers(400, 1500))) EXPECT_EQ(reduction, 1u);
}

}  // namespace
}  // namespace mannequin::preview
