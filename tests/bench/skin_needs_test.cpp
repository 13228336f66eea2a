// bench/skin_needs: the roofline's minimum work, on tables small enough to count by hand.
#include "bench/skin_needs.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

// Blocks of sixteen with this many joints each.
JointBlocks table(std::initializer_list<std::uint32_t> joints, bool tangents) {
  JointBlocks made;
  for (const std::uint32_t count : joints) {
    made.blocks.push_back({static_cast<std::uint32_t>(made.slots.size()), count, 0, 0});
    made.slots.insert(made.slots.end(), count, 0);
    if (tangents) made.mirrored.push_back(0);
  }
  made.vertex_count = made.place_count();
  return made;
}

TEST(SkinNeeds, OfABlockWithFourJoints) {
  const JointBlocks blocks = table({4}, true);
  const ResultLayout layout{16, true, VertexFormat::full};
  // Four matrices of twelve numbers, a point, two directions with nine products and ten for their length.
  const bench::SkinNeeds wide = bench::skin_needs(blocks, layout, true, 16);
  EXPECT_DOUBLE_EQ(wide.products, 48 + 9 + 2 * 19);
  EXPECT_DOUBLE_EQ(wide.vector_loads * 16, 4 + 9);
  EXPECT_DOUBLE_EQ(wide.broadcasts * 16, 48);
  EXPECT_DOUBLE_EQ(wide.bytes_in, 36 + 16 + (4 * 2 + 16) / 16.0);
  EXPECT_DOUBLE_EQ(wide.bytes_out, 36);
  // The same with directions of any length; four lanes read more often.
  EXPECT_DOUBLE_EQ(bench::skin_needs(blocks, layout, false, 16).products, 48 + 9 + 2 * 9);
  const bench::SkinNeeds narrow = bench::skin_needs(blocks, layout, true, 4);
  EXPECT_DOUBLE_EQ(narrow.products, wide.products);
  EXPECT_DOUBLE_EQ(narrow.vector_loads, 4 * wide.vector_loads);
  EXPECT_DOUBLE_EQ(narrow.broadcasts, 2 * wide.broadcasts);
}

TEST(SkinNeeds, AnOnlyJointHasNoWeightAndPaddingIsWorkedOut) {
  JointBlocks blocks = table({1, 3}, false);
  blocks.vertex_count = 24;
  const bench::SkinNeeds needs = bench::skin_needs(blocks, {32, false, VertexFormat::full}, true, 8);
  EXPECT_DOUBLE_EQ(needs.products, 16 * (2 * (9 + 19) + 36) / 24.0);
  EXPECT_DOUBLE_EQ(needs.vector_loads, 2 * (2 * 6 + 3) / 24.0);
  EXPECT_DOUBLE_EQ(needs.broadcasts, 12 * 4 / 24.0);
}

TEST(SkinNeeds, PackedNumbersAreUnpackedAndHalfAsLarge) {
  const JointBlocks blocks = table({2}, true);
  const bench::SkinNeeds needs = bench::skin_needs(blocks, {16, true, VertexFormat::packed}, true, 16);
  EXPECT_DOUBLE_EQ(needs.products, 24 + 9 + 2 * (19 + 6) + 2);
  EXPECT_DOUBLE_EQ(needs.bytes_in, 12 + 12 + 4 + (2 * 2 + 16) / 16.0);
  EXPECT_DOUBLE_EQ(needs.bytes_out, 12 + 8);
}

}  // namespace
}  // namespace mannequin
