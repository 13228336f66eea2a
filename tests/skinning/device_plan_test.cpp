#include "engine/skinning/device_plan.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

namespace mannequin {
namespace {

using layout::SkinDispatch;
using layout::SkinRow;

constexpr std::uint32_t kGroupBlocks = layout::kSkinGroupBlocks;

// Items with palettes and morph weights whose values say whose they are.
struct Crowd {
  SkinItem& add(std::uint32_t blocks, std::uint32_t instances, std::uint32_t palette_size = 3,
                std::uint32_t morphs = 0) {
    const auto number = static_cast<float>(items.size());
    auto& matrices = palettes.emplace_back();
    for (std::uint32_t i = 0; i < instances; ++i)
      for (std::uint32_t slot = 0; slot < palette_size; ++slot)
        matrices.emplace_back(
            Mat34(number, static_cast<float>(i), static_cast<float>(slot), 0, 0, 0, 0, 0, 0, 0, 0, 0));
    auto& weights = morph_weights.emplace_back();
    for (std::uint32_t i = 0; i < instances * morphs; ++i)
      weights.push_back(number * 1000.0f + static_cast<float>(i));
    SkinItem item;
    item.mesh = 1;
    item.result = 2;
    item.mesh_begin = static_cast<std::uint32_t>(items.size());  // only to recognise it by
    item.block_count = blocks;
    item.place_count = blocks * 16;
    item.result_begin = next_result;
    item.result_stride = blocks * 24;
    next_result += instances * item.result_stride;
    item.palettes = matrices.data();
    item.palette_size = palette_size;
    item.morph_weights = weights.empty() ? nullptr : weights.data();
    item.morph_count = morphs;
    item.instances = instances;
    items.push_back(item);
    return items.back();
  }

  std::vector<SkinItem> items;
  std::vector<std::vector<Mat34>> palettes;
  std::vector<std::vector<float>> morph_weights;
  std::uint32_t next_result = 0;
};

template <typename T>
T at(const std::vector<std::byte>& bytes, std::size_t offset) {
  T value;
  EXPECT_LE(offset + sizeof value, bytes.size());
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

struct Checked {
  std::size_t batches = 0, dispatches = 0, groups = 0, empty_groups = 0;
};

// Runs the plan as the shader does, on the bytes that would go to the device: every (item, block, instance)
// once, with its own palette and weights, within the limits.
Checked expect_covers(const Crowd& crowd, const DeviceLimits& limits) {
  Checked checked;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> blocks_done;  // item, instance
  for (const SkinBatch& batch : plan_batches(crowd.items, limits)) {
    ++checked.batches;
    EXPECT_LE(batch.bytes, limits.call_bytes);
    std::vector<std::byte> bytes(batch.bytes);
    batch.write(bytes);
    for (const DeviceDispatch& dispatch : batch.dispatches) {
      ++checked.dispatches;
      EXPECT_LE(dispatch.groups_x, limits.groups_x);
      EXPECT_LE(dispatch.groups_y, limits.groups_y);
      EXPECT_EQ(dispatch.uniforms % limits.uniform_alignment, 0u);
      const auto grid = at<SkinDispatch>(bytes, dispatch.uniforms);
      for (std::uint32_t y = 0; y < dispatch.groups_y; ++y) {
        const auto row =
            at<SkinRow>(bytes, (grid.rows_begin + y * layout::kSkinRowQuads) * layout::kSkinQuadBytes);
        const SkinItem& item = crowd.items.at(row.mesh_begin);
        EXPECT_EQ(dispatch.mesh, item.mesh);
        EXPECT_EQ(dispatch.result, item.result);
        EXPECT_EQ(row.block_count, item.block_count);
        const std::uint32_t first = (row.result_begin - item.result_begin) / item.result_stride;
        for (std::uint32_t i = 0; i < row.instance_count; ++i) {
          for (std::uint32_t slot = 0; slot < item.palette_size; ++slot) {
            const auto palette_row = row.palette_begin + i * row.palette_stride + slot * layout::kPaletteRows;
            EXPECT_EQ(at<Vec4f>(bytes, palette_row * sizeof(Vec4f)),
                      Vec4f(row.mesh_begin, first + i, slot, 0))
                << "a palette of another";
          }
          EXPECT_EQ((row.flags & layout::kSkinMorphed) != 0, item.morph_weights != nullptr);
          for (std::uint32_t m = 0; item.morph_weights != nullptr && m < item.morph_count; ++m)
            EXPECT_EQ(at<float>(bytes, (row.morph_begin + i * row.morph_stride + m) * 4),
                      item.morph_weights[(first + i) * item.morph_count + m]);
          auto& done = blocks_done[{row.mesh_begin, first + i}];
          for (std::uint32_t x = 0; x < dispatch.groups_x; ++x)
            for (std::uint32_t b = x * kGroupBlocks; b < std::min((x + 1) * kGroupBlocks, row.block_count);
                 ++b)
              EXPECT_TRUE(done.insert(b).second) << "twice";
        }
        checked.groups += dispatch.groups_x;
        checked.empty_groups += dispatch.groups_x - (row.block_count + kGroupBlocks - 1) / kGroupBlocks;
      }
    }
  }
  for (std::uint32_t i = 0; i < crowd.items.size(); ++i)
    for (std::uint32_t instance = 0; instance < crowd.items[i].instances; ++instance)
      EXPECT_EQ((blocks_done[{i, instance}].size()), crowd.items[i].block_count);
  return checked;
}

TEST(DevicePlan, OneDispatchForACrowdOfOneMesh) {
  Crowd crowd;
  crowd.add(1250, 500, 5);
  const Checked checked = expect_covers(crowd, {});
  EXPECT_EQ(checked.dispatches, 1u);
  EXPECT_EQ(checked.empty_groups, 0u);
}

TEST(DevicePlan, OneDispatchForMeshesOfLikeSize) {
  Crowd crowd;
  for (std::uint32_t i = 0; i < 300; ++i) crowd.add(1000 + i % 200, 1);
  EXPECT_EQ(expect_covers(crowd, {}).dispatches, 1u);
}

TEST(DevicePlan, LittleOfTheGridIsEmpty) {
  Crowd crowd;
  for (std::uint32_t i = 0; i < 200; ++i) crowd.add(1 + i * i / 8, 1 + i % 3);
  const Checked checked = expect_covers(crowd, {});
  EXPECT_LE(checked.empty_groups * 4, checked.groups);
  EXPECT_LT(checked.dispatches, 40u);
}

TEST(DevicePlan, MorphsGoAlong) {
  Crowd crowd;
  crowd.add(10, 20, 3, 7);
  crowd.add(12, 20, 3, 0);
  crowd.add(11, 1, 3, 1);
  expect_covers(crowd, {});
}

TEST(DevicePlan, HoldsToTheDevicesLimits) {
  Crowd crowd;
  crowd.add(100, 40, 3, 2);
  crowd.add(7, 90);
  crowd.add(101, 13, 20);
  DeviceLimits limits;
  limits.groups_x = 26;
  limits.groups_y = 6;
  expect_covers(crowd, limits);
  limits.call_bytes = 4096;
  EXPECT_GT(expect_covers(crowd, limits).batches, 1u);
  limits.call_bytes = smallest_batch_bytes(20, 0, limits);
  EXPECT_GT(expect_covers(crowd, limits).batches, 13u) << "it holds one instance of the largest palette";
}

TEST(DevicePlan, BuffersHaveDispatchesOfTheirOwn) {
  Crowd crowd;
  crowd.add(10, 5).result = 3;
  crowd.add(10, 5).mesh = 4;
  crowd.add(10, 5);
  crowd.add(10, 5).result = 3;
  EXPECT_EQ(expect_covers(crowd, {}).dispatches, 3u);
}

TEST(DevicePlan, PartsOfAMeshShareItsPalettes) {
  Crowd crowd;
  crowd.add(10, 50, 100);
  Crowd two = crowd;
  SkinItem part = crowd.items.front();
  part.result = 9;
  crowd.items.push_back(part);
  const auto one_batch = plan_batches(two.items, {}), both = plan_batches(crowd.items, {});
  ASSERT_EQ(both.size(), 1u);
  EXPECT_LT(both.front().bytes, one_batch.front().bytes + 10000);
}

TEST(DevicePlan, NothingToDo) {
  EXPECT_TRUE(plan_batches({}, {}).empty());
  Crowd crowd;
  crowd.add(10, 0);
  EXPECT_TRUE(plan_batches(crowd.items, {}).empty());
}

}  // namespace
}  // namespace mannequin
