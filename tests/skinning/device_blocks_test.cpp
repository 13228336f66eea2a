#include "engine/skinning/device_blocks.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "shaders/skin_layout.h"
#include "tests/skinning/synthetic_case.h"

namespace mannequin {
namespace {

using layout::SkinBlock;

JointBlocks synthetic_blocks(VertexFormat format) {
  const test::SyntheticCase c = test::make_synthetic_case(
      {.vertices = 3001, .influences = 4, .joints = 60, .seed = 1, .tangents = true});
  JointBlocks blocks = make_joint_blocks(c.mesh, c.skin);
  if (format == VertexFormat::packed) pack(blocks);
  return blocks;
}

SkinBlock header(const DevicePart& part, std::uint32_t block) {
  SkinBlock header;
  std::memcpy(&header, part.words.data() + std::size_t{block} * layout::kSkinQuadWords, sizeof header);
  return header;
}

std::uint32_t joint(const DevicePart& part, const SkinBlock& block, std::uint32_t k) {
  const std::uint32_t word = k < 2   ? block.joints01
                             : k < 4 ? block.joints23
                                     : part.words.at(block.record * layout::kSkinQuadWords + (k - 4) / 2);
  return k % 2 == 0 ? word & 0xffffu : word >> 16;
}

// Every block once and in order, and where its words say it is.
void expect_holds(const JointBlocks& blocks, std::span<const DevicePart> parts, VertexFormat format) {
  std::uint32_t next = 0;
  for (const DevicePart& part : parts) {
    ASSERT_EQ(part.first_block, next);
    for (std::uint32_t b = 0; b < part.block_count; ++b, ++next) {
      const SkinBlock found = header(part, b);
      const JointBlock& block = blocks.blocks[next];
      ASSERT_EQ(found.counts & layout::kSkinBlockJoints, block.slot_count);
      ASSERT_EQ(found.counts >> 16, blocks.mirrored[next]);
      const std::uint32_t record = found.record * layout::kSkinQuadWords;
      for (std::uint32_t k = 0; k < block.slot_count; ++k)
        ASSERT_EQ(joint(part, found, k), blocks.slots[block.first_slot + k]);
      // Of the fifth joint on, eight to a quad.
      const std::uint32_t more = block.slot_count <= 4 ? 0 : (block.slot_count - 4 + 7) / 8 * 4;
      const std::uint32_t per_slot = format == VertexFormat::packed ? 8 : 16;
      const std::uint32_t positions =
          record + more + (block.slot_count == 1 ? 0 : block.slot_count * per_slot);
      for (std::uint32_t i = 0; i < 48; ++i)
        ASSERT_EQ(std::bit_cast<float>(part.words.at(positions + i)), blocks.positions[next * 48 + i]);
    }
  }
  EXPECT_EQ(next, blocks.blocks.size());
}

TEST(DeviceBlocks, OnePartWhereTheDeviceAllows) {
  for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed}) {
    const JointBlocks blocks = synthetic_blocks(format);
    const auto parts = make_device_parts(blocks, format, {});
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->size(), 1u);
    expect_holds(blocks, *parts, format);
  }
}

TEST(DeviceBlocks, PartsKeepWithinPagesAndGrids) {
  const JointBlocks blocks = synthetic_blocks(VertexFormat::full);
  DeviceLimits small_pages, small_grids;
  small_pages.page_bytes = 10000;
  small_grids.groups_x = 1;
  for (const DeviceLimits& limits : {small_pages, small_grids}) {
    const auto parts = make_device_parts(blocks, VertexFormat::full, limits);
    ASSERT_TRUE(parts);
    EXPECT_GT(parts->size(), 10u);
    for (const DevicePart& part : *parts) {
      EXPECT_LE(part.words.size() * 4, limits.page_bytes);
      const ResultLayout result{part.place_count(), true};
      EXPECT_LE(result.instance_bytes(), limits.page_bytes);
      EXPECT_LE(part.block_count, limits.groups_x * layout::kSkinGroupBlocks);
    }
    expect_holds(blocks, *parts, VertexFormat::full);
  }
}

TEST(DeviceBlocks, ABlockLargerThanAPageIsRefused) {
  DeviceLimits tiny;
  tiny.page_bytes = 500;
  const auto parts = make_device_parts(synthetic_blocks(VertexFormat::full), VertexFormat::full, tiny);
  ASSERT_FALSE(parts);
  EXPECT_EQ(parts.error().code, ErrorCode::device);
}

// Reading is what a crowd of distinct meshes costs: nothing may be in there that is not needed.
TEST(DeviceBlocks, LittleIsReadThatIsNotVertices) {
  const test::SyntheticCase c =
      test::make_synthetic_case({.vertices = 16000, .influences = 1, .joints = 20, .seed = 1});
  const auto parts = make_device_parts(make_joint_blocks(c.mesh, c.skin), VertexFormat::full, {});
  ASSERT_TRUE(parts);
  EXPECT_LT(static_cast<double>(parts->front().words.size()) * 4.0, 16000 * 24 * 1.08);
}

}  // namespace
}  // namespace mannequin
