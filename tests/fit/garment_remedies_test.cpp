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
      {0, 0, {9, 9, 9, 9}}, {1, 0, {1, 8, 8, 1}}, {0, 1, {8, 1, 1, 8}}};
  EXPECT_EQ(choose_remedies(row(), remedies, {true, true, true, true}, 0.0), (RemedyChoice{1, 2, 2, 1}));
  EXPECT_EQ(choose_remedies(row(), remedies, {true, false, false, true}, 0.0), (RemedyChoice{1, 0, 0, 1}));
}

TEST(GarmentRemedies, NeighboursGetTheSameWhereThatCostsLittle) {
  const std::vector<GarmentRemedy> remedies = {
      {0, 0, {9, 9, 9, 9}}, {1, 0, {1, 8, 8, 1}}, {0, 1, {8, 1, 1, 8}}};
  const RemedyChoice choice = choose_remedies(row(), remedies, {true, true, true, true}, 100.0);
  EXPECT_EQ(choice, (RemedyChoice{choice[0], choice[0], choice[0], choice[0]}));
  EXPECT_NE(choice[0], 0u);
}

TEST(GarmentRemedies, ThoseThatAreNeitherBestNorInUseAreGivenUp) {
  std::vector<GarmentRemedy> remedies = {
      {0, 0, {9, 9, 9, 9}}, {1, 0, {8, 8, 8, 8}}, {0, 1, {1, 1, 1, 1}}, {0, 2, {7, 7, 7, 7}}};
  RemedyChoice in_use = {3, 0, 0, 3};
  give_up_remedies(row(), {true, true, true, true}, remedies, in_use);
  ASSERT_EQ(remedies.size(), 3u);
  EXPECT_EQ(remedies[1].shift, 1u);
  EXPECT_EQ(in_use, (RemedyChoice{2, 0, 0, 2}));
}

TEST(GarmentRemedies, RefusedOnesGiveWayToTheNextBestAndInTheEndToNone) {
  const GarmentPatches patches = row();
  const std::vector<GarmentRemedy> remedies = {
      {0, 0, {9, 9, 9, 9}}, {1, 0, {1, 1, 1, 1}}, {0, 1, {2, 2, 2, 2}}};
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

}  // namespace
}  // namespace mannequin
