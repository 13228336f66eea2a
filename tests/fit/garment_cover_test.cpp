#include "engine/fit/garment_cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tests/fit/mend_case.h"

namespace mannequin {
namespace {

struct CoveringTop {
  // Of the body, with the places moved, but not before.
  std::size_t newly_counted(std::span<const Vec3> moved) const {
    BoundMeshDesc at = top;
    const Mat3 mesh_from_bind = glm::inverse(Mat3(top.skin.bind_shape));
    for (std::size_t v = 0; v < at.mesh.positions.size(); ++v)
      at.mesh.positions[v] += Vec3f(mesh_from_bind * moved[places.of[v]]);
    const GarmentPair then = make_garment_pair(body.surface, build_strict({&at, 1}).value().surface());
    std::vector<std::uint32_t> fresh;
    std::ranges::set_difference(then.counted(), pair.counted(), std::back_inserter(fresh));
    return fresh.size();
  }
  std::vector<double> kept(std::span<const Vec3> moved) const {
    return moves_that_cover_no_more(body.surface, pair, places, moved);
  }

  const MendBody body;
  const BoundMeshDesc top = settled_builtin("top");
  const WornGarment worn = build_strict({&top, 1}).value();
  const GarmentPlaces places = find_places(worn.surface(), body.surface);
  const GarmentPair pair = make_garment_pair(body.surface, worn.surface());
};

// Its hems then lie before vertices of the body that were beyond them.
TEST(GarmentCover, TakesMovesBackWhereTheBodyWouldNewlyCount) {
  const CoveringTop it;
  const std::vector<Vec3> down(it.places.count(), Vec3(0.0, 0.0, -0.010));
  ASSERT_GT(it.newly_counted(down), 10u);
  const std::vector<double> kept = it.kept(down);
  std::vector<Vec3> moved;
  for (std::uint32_t w = 0; w < it.places.count(); ++w) {
    EXPECT_GE(kept[w], 0.0);
    EXPECT_LE(kept[w], 1.0);
    EXPECT_EQ(kept[w], kept[it.places.mirror[w]]);
    moved.push_back(kept[w] * down[w]);
  }
  EXPECT_EQ(it.newly_counted(moved), 0u);
  const auto whole = std::ranges::count(kept, 1.0);
  EXPECT_GT(whole, static_cast<std::ptrdiff_t>(it.places.count() / 2));
  EXPECT_LT(whole, static_cast<std::ptrdiff_t>(it.places.count()));
}

TEST(GarmentCover, KeepsMovesThatCoverNoMore) {
  const CoveringTop it;
  const std::vector<Vec3> none(it.places.count(), Vec3(0.0));
  EXPECT_EQ(it.kept(none), std::vector<double>(it.places.count(), 1.0));
  std::vector<Vec3> within(it.places.count(), Vec3(0.0));  // the chest, far from every hem
  for (std::uint32_t w = 0; w < it.places.count(); ++w)
    if (it.places.positions[w].x > 0.05 && std::abs(it.places.positions[w].z - 1.25) < 0.03)
      within[w] = Vec3(0.004, 0.0, 0.0);
  EXPECT_GT(std::ranges::count(within, Vec3(0.004, 0.0, 0.0)), 10);
  EXPECT_EQ(it.kept(within), std::vector<double>(it.places.count(), 1.0));
}

}  // namespace
}  // namespace mannequin
