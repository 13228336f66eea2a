#include "engine/fit/garment_patches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace mannequin {
namespace {

// Two walls, `apart` metres from each other, that are not connected; symmetric about Y = 0.
GarmentPlaces walls(double apart) {
  GarmentPlaces places;
  for (const double side : {1.0, -1.0})
    for (int x = 0; x <= 20; ++x)
      for (int z = 0; z <= 20; ++z) places.positions.emplace_back(0.01 * x, side * 0.5 * apart, 0.01 * z);
  places.outwards.assign(places.positions.size(), Vec3(0.0, 1.0, 0.0));
  places.neighbours.resize(places.positions.size());
  const auto half = static_cast<std::uint32_t>(places.positions.size() / 2);
  for (std::uint32_t w = 0; w < 2 * half; ++w) places.mirror.push_back((w + half) % (2 * half));
  return places;
}

TEST(GarmentPatches, CoverEveryPlaceWhole) {
  const GarmentPlaces places = walls(0.3);
  const GarmentPatches patches = make_patches(places, places.positions);
  ASSERT_EQ(patches.of_place.size(), places.count());
  for (std::size_t w = 0; w < places.count(); ++w) {
    double sum = 0.0;
    for (const PatchShare& one : patches.of_place[w]) sum += one.share;
    EXPECT_NEAR(sum, 1.0, 1e-12) << w;
    EXPECT_EQ(patches.of_body[w].size(), patches.of_place[w].size());
  }
}

TEST(GarmentPatches, AreMirroredOnASymmetricGarment) {
  const GarmentPlaces places = walls(0.3);
  const GarmentPatches patches = make_patches(places, {});
  for (std::uint32_t p = 0; p < patches.count(); ++p) {
    EXPECT_NE(patches.mirror[p], p);
    EXPECT_EQ(patches.mirror[patches.mirror[p]], p);
  }
  for (std::size_t w = 0; w < places.count(); ++w)
    for (const PatchShare& one : patches.of_place[w]) {
      const auto& others = patches.of_place[places.mirror[w]];
      const auto same = std::ranges::find(others, patches.mirror[one.patch], &PatchShare::patch);
      ASSERT_NE(same, others.end());
      EXPECT_NEAR(same->share, one.share, 1e-12);
    }
}

// What changes one wall of a fold changes the other, so that they do not cross.
TEST(GarmentPatches, ReachAcrossAFold) {
  const GarmentPlaces places = walls(0.006);
  const GarmentPatches patches = make_patches(places, {});
  for (std::size_t w = 0; w < places.count(); ++w) {
    const auto strongest = [&](std::size_t of) {
      return std::ranges::max_element(patches.of_place[of], {}, &PatchShare::share)->patch;
    };
    const auto& others = patches.of_place[places.mirror[w]];
    EXPECT_NE(std::ranges::find(others, strongest(w), &PatchShare::patch), others.end()) << w;
  }
}

TEST(GarmentPatches, LeaveBodyVerticesFarAwayAlone) {
  const GarmentPlaces places = walls(0.3);
  const std::vector<Vec3> body = {places.positions[0], Vec3(2.0, 0.0, 0.0)};
  const GarmentPatches patches = make_patches(places, body);
  EXPECT_FALSE(patches.of_body[0].empty());
  EXPECT_TRUE(patches.of_body[1].empty());
}

// What makes a place worse is sought where most of it is, then farther and farther away.
TEST(GarmentPatches, AreFoundAboutAPlaceFromNearToFar) {
  const GarmentPlaces places = walls(0.3);
  const GarmentPatches patches = make_patches(places, places.positions);
  const std::uint32_t corner = 0;  // of the first wall
  std::vector<bool> wanted(patches.count(), true);
  std::size_t times = 0, seen = 0;
  double last = 1.0;
  for (;; ++times) {
    const auto found = patches_about(patches, corner, {corner, corner, corner}, wanted);
    if (found.empty()) break;
    double most = 0.0;
    for (const std::uint32_t p : found) {
      EXPECT_TRUE(wanted[p]);
      wanted[p] = false;
      ++seen;
      for (const PatchShare& one : patches.of_place[corner])
        if (one.patch == p) most = std::max(most, one.share);
    }
    EXPECT_LE(most, last) << times;
    last = most;
  }
  EXPECT_GT(times, 2u);
  EXPECT_GT(seen, patches.of_place[corner].size());
  // The other wall is too far away.
  for (std::uint32_t p = 0; p < patches.count(); ++p) EXPECT_TRUE(wanted[p] || wanted[patches.mirror[p]]);
}

}  // namespace
}  // namespace mannequin
