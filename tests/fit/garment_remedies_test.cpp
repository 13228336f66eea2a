#include "engine/fit/garment_remedies.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

// Four patches in a row; the first and the last are each other's mirror images, as are those between.
GarmentPatches row() {
  GarmentPatches patches;
  patches.neighbours = {{1}, {0, 2}, {1, 3}, {2}};
  patches.mirror = {3, 2, 1, 0};
  patches.of_place = {{{0, 1.0}}, {{1, 1.0}}, {{2, 1.0}}, {{3, 1.0}}};
  patches.of_body = patches.of_place;
  return patches;
}

MeasuredCase poking(std::uint32_t body, float outside) { return {{}, {{body, {body, body, body}, outside}}}; }

TEST(GarmentRemedies, TheCheapestOfAPatchIsChosenWhereItMayBeChanged) {
  const std::vector<GarmentRemedy> remedies = {
      {0, 0, {9, 9, 9, 9}, {}}, {1, 0, {1, 8, 8, 1}, {}}, {0, 1, {8, 1, 1, 8}, {}}};
  EXPECT_EQ(choose_remedies(row(), remedies, {true, true, true, true}, 0.0), (RemedyChoice{1, 2, 2, 1}));
  EXPECT_EQ(choose_remedies(row(), remedies, {true, false, false, true}, 0.0), (RemedyChoice{1, 0, 0, 1}));
}

TEST(GarmentRemedies, NeighboursGetTheSameWhereThatCostsLittle) {
  const std::vector<GarmentRemedy> remedies = {
      {0, 0, {9, 9, 9, 9}, {}}, {1, 0, {1, 8, 8, 1}, {}}, {0, 1, {8, 1, 1, 8}, {}}};
  const RemedyChoice choice = choose_remedies(row(), remedies, {true, true, true, true}, 100.0);
  EXPECT_EQ(choice, (RemedyChoice{choice[0], choice[0], choice[0], choice[0]}));
  EXPECT_NE(choice[0], 0u);
}

TEST(GarmentRemedies, RefusedOnesGiveWayToTheNextBestAndInTheEndToNone) {
  const GarmentPatches patches = row();
  const std::vector<GarmentRemedy> remedies = {
      {0, 0, {}, {9, 9, 9, 9}}, {1, 0, {}, {1, 1, 1, 1}}, {0, 1, {}, {2, 2, 2, 2}}};
  RefusedRemedies refused(patches, remedies);
  RemedyChoice choice = {1, 1, 1, 1};
  refused.mark(poking(0, 0.004f), 0.005, choice);
  refused.replace(choice);
  EXPECT_EQ(choice, (RemedyChoice{1, 1, 1, 1})) << "it is not too deep";
  refused.mark(poking(0, 0.006f), 0.005, choice);
  refused.replace(choice);
  EXPECT_EQ(choice, (RemedyChoice{2, 1, 1, 2})) << "where it is, on both sides";
  refused.mark(poking(0, 0.006f), 0.005, choice);
  refused.replace(choice);
  EXPECT_EQ(choice, (RemedyChoice{0, 1, 1, 0}));
  refused.mark(poking(0, 0.006f), 0.005, choice);
  refused.replace(choice);
  EXPECT_EQ(choice, (RemedyChoice{0, 2, 2, 0})) << "then farther away";
}

// Something else was too deep with the whole garment so, which need not be with one patch.
TEST(GarmentRemedies, RefusedOnesGiveWayToWhatPromisesMostWhateverItCostElsewhere) {
  const GarmentPatches patches = row();
  std::vector<GarmentRemedy> remedies = {{0, 0, {5, 5, 5, 5}, {9, 9, 9, 9}}};
  for (std::size_t r = 1; r < 8; ++r) {
    const auto promise = static_cast<double>(r);
    remedies.push_back({r, 0, {99, 99, 99, 99}, std::vector<double>(4, promise)});
  }
  RefusedRemedies refused(patches, remedies);
  RemedyChoice choice = {1, 0, 0, 1};
  std::vector<std::size_t> tried;
  for (int n = 0; n < 6 && choice[0] != 0; ++n) {
    tried.push_back(choice[0]);
    refused.mark(poking(0, 0.006f), 0.005, choice);
    refused.replace(choice);
  }
  EXPECT_EQ(tried, (std::vector<std::size_t>{1, 2, 3, 4})) << "the rest would take too long";
}

}  // namespace
}  // namespace mannequin
