#include "engine/fit/garment_rollback.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace mannequin {
namespace {

constexpr std::uint32_t kStripLength = 201, kMiddleOfStrip = 100;

// A strip of places, each beside the next.
GarmentPlaces strip() {
  GarmentPlaces out;
  for (std::uint32_t w = 0; w < kStripLength; ++w) {
    out.of.push_back(w);
    out.positions.emplace_back(0.01 * w, 0.0, 0.0);
    out.outwards.emplace_back(0.0, 0.0, 1.0);
    out.mirror.push_back(w);
    auto& neighbours = out.neighbours.emplace_back();
    if (w > 0) neighbours.push_back(w - 1);
    if (w + 1 < kStripLength) neighbours.push_back(w + 1);
  }
  return out;
}

std::ptrdiff_t whole(const std::vector<double>& part) { return std::ranges::count(part, 1.0); }
std::ptrdiff_t touched(const std::vector<double>& part) {
  return std::ranges::count_if(part, [](double x) { return x > 0.0; });
}

TEST(GarmentRollback, BeginsAtOnePlaceAndSharesComeBeforeMoves) {
  const GarmentPlaces places = strip();
  GarmentRollback taken(places);
  std::vector<bool> around(kStripLength, false);
  around[kMiddleOfStrip] = true;
  const std::vector<double> moves = taken.widen(around, true);
  EXPECT_EQ(whole(taken.shares()), 1);
  EXPECT_EQ(taken.shares()[kMiddleOfStrip], 1.0);
  EXPECT_LE(touched(taken.shares()), 9);
  EXPECT_EQ(touched(moves), 0);
  EXPECT_EQ(taken.part(kMiddleOfStrip), 1.0);
  EXPECT_EQ(taken.part(0), 0.0);
  // Without shares there are only moves to take back.
  GarmentRollback unshared(places);
  EXPECT_EQ(whole(unshared.widen(around, false)), 1);
}

TEST(GarmentRollback, WidensOnlyWhereItIsAskedForAgainAndEndsEverywhere) {
  const GarmentPlaces places = strip();
  GarmentRollback taken(places);
  std::vector<bool> around(kStripLength, false);
  around[kMiddleOfStrip] = true;
  for (int time = 0; time < 4; ++time) taken.widen(around, true);
  const std::ptrdiff_t before = whole(taken.shares());
  EXPECT_GT(before, 1);
  EXPECT_EQ(taken.moves()[kMiddleOfStrip], 1.0);
  // Far away it starts over.
  std::vector<bool> elsewhere(kStripLength, false);
  elsewhere[10] = true;
  taken.widen(elsewhere, true);
  EXPECT_EQ(whole(taken.shares()), before + 1);
  EXPECT_EQ(taken.moves()[10], 0.0);
  // Beside it, in what was taken back with it, it goes on.
  around.assign(kStripLength, false);
  around[kMiddleOfStrip + 1] = true;
  taken.widen(around, true);
  EXPECT_GT(whole(taken.shares()), before + 2);
  for (int time = 0; time < 20; ++time) taken.widen(around, true);
  EXPECT_EQ(whole(taken.shares()), static_cast<std::ptrdiff_t>(kStripLength));
  EXPECT_EQ(whole(taken.moves()), static_cast<std::ptrdiff_t>(kStripLength));
}

TEST(GarmentRollback, ReturnsThePartOfWhatWasLeft) {
  const GarmentPlaces places = strip();
  GarmentRollback taken(places);
  std::vector<bool> around(kStripLength, false);
  around[kMiddleOfStrip] = true;
  std::vector<double> left(kStripLength, 1.0);
  for (int time = 0; time < 6; ++time) {
    const std::vector<double> part = taken.widen(around, false);
    for (std::size_t w = 0; w < left.size(); ++w) {
      left[w] *= 1.0 - part[w];
      EXPECT_NEAR(left[w], 1.0 - taken.moves()[w], 1e-12) << w;
    }
  }
}

TEST(StuckCases, AreThoseThatSolvingDoesNotHelp) {
  StuckCases stuck;
  EXPECT_FALSE(stuck.is_stuck(1, 0.010));
  EXPECT_FALSE(stuck.is_stuck(1, 0.005));
  EXPECT_TRUE(stuck.is_stuck(1, 0.0049));
  EXPECT_FALSE(stuck.is_stuck(1, 0.0049));  // once more
  EXPECT_FALSE(stuck.is_stuck(1, -0.001));
  EXPECT_FALSE(stuck.is_stuck(2, 0.010));
  // What becomes worse again and again is not solved for without end.
  int times = 0;
  for (; times < 100 && !stuck.is_stuck(3, 0.010); ++times) {
    EXPECT_FALSE(stuck.is_stuck(3, -0.001));
    stuck.forget();
  }
  EXPECT_LT(times, 20);
}

}  // namespace
}  // namespace mannequin
