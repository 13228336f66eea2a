#include "engine/skinning/gl/dispatch_plan.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

// Every (vertex, instance) exactly once, every piece within the limits.
void expect_covers(std::uint32_t vertices, std::uint32_t palette, std::uint32_t instances,
                   const DispatchLimits& limits, std::size_t at_least_pieces) {
  const auto pieces = plan_dispatches(vertices, palette, instances, limits);
  EXPECT_GE(pieces.size(), at_least_pieces);
  std::vector<int> seen(std::size_t{vertices} * instances);
  for (const auto& p : pieces) {
    EXPECT_LE(p.instance_count, limits.groups_y);
    EXPECT_LE((p.vertex_count + 63) / 64, limits.groups_x);
    EXPECT_LE(p.vertex_count * 48u + limits.alignment, limits.block_bytes);
    EXPECT_LE(std::uint64_t{p.instance_count} * palette * 48 + limits.alignment, limits.block_bytes);
    EXPECT_LE((std::uint64_t{p.instance_count - 1} * vertices + p.vertex_count) * 24 + limits.alignment,
              limits.block_bytes);
    EXPECT_EQ(p.first_vertex * 48u % limits.alignment, 0u);
    for (auto i = p.first_instance; i < p.first_instance + p.instance_count; ++i)
      for (auto v = p.first_vertex; v < p.first_vertex + p.vertex_count; ++v)
        ++seen[std::size_t{i} * vertices + v];
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
}

TEST(DispatchPlan, OnePieceWhereTheDeviceAllows) {
  EXPECT_EQ(plan_dispatches(10000, 110, 100, DispatchLimits{}).size(), 1u);
}

TEST(DispatchPlan, SplitsByInstances) {
  expect_covers(1000, 20, 50, {.groups_x = 65535, .groups_y = 7, .block_bytes = 1 << 27, .alignment = 256},
                8);
  expect_covers(1000, 20, 50, {.groups_x = 65535, .groups_y = 65535, .block_bytes = 100000, .alignment = 256},
                13);
  expect_covers(10, 110, 50, {.groups_x = 65535, .groups_y = 65535, .block_bytes = 6000, .alignment = 256},
                50);
}

TEST(DispatchPlan, SplitsByVerticesWhereOneInstanceIsTooLarge) {
  expect_covers(1000, 20, 3, {.groups_x = 2, .groups_y = 65535, .block_bytes = 1 << 27, .alignment = 256},
                24);
  expect_covers(1000, 20, 3, {.groups_x = 65535, .groups_y = 65535, .block_bytes = 20000, .alignment = 16},
                9);
}

TEST(DispatchPlan, NothingToDo) {
  EXPECT_TRUE(plan_dispatches(0, 10, 1, DispatchLimits{}).empty());
  EXPECT_TRUE(plan_dispatches(10, 10, 0, DispatchLimits{}).empty());
}

TEST(DispatchPlan, RefusesWhatCannotFit) {
  EXPECT_TRUE(
      plan_dispatches(10, 110, 1, {.groups_x = 9, .groups_y = 9, .block_bytes = 5000, .alignment = 256})
          .empty());
}

}  // namespace
}  // namespace mannequin
