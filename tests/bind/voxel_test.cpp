#include "engine/bind/voxel.h"

#include <gtest/gtest.h>

#include "engine/bind/bind.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

void expect_all_weighted(const WeightTable& table) {
  for (std::size_t v = 0; v < table.vertices.size(); ++v) {
    double sum = 0.0;
    for (const GroupWeight& w : table.vertices[v]) sum += w.weight;
    EXPECT_NEAR(sum, 1.0, 1e-9) << v;
  }
}

TEST(Voxel, IsCloseToHeatWhereHeatWorks) {
  const Surface surface = tube(1.0, 0.06, 41, 12);
  const auto heat = heat_weights(surface, two_bones()), voxel = voxel_weights(surface, two_bones());
  ASSERT_TRUE(heat && voxel);
  EXPECT_TRUE(voxel->faults.empty());
  expect_all_weighted(voxel->weights);
  double sum = 0.0;
  for (std::size_t v = 0; v < surface.positions.size(); ++v)
    sum += std::abs(weight_of(heat->weights.vertices[v], 0) - weight_of(voxel->weights.vertices[v], 0));
  EXPECT_LT(sum / static_cast<double>(surface.positions.size()), 0.1);
}

// `surface` from tube() without its caps.
Surface opened(Surface surface, std::uint32_t sides) {
  surface.triangles.resize(surface.triangles.size() - 2 * sides);
  surface.positions.resize(surface.positions.size() - 2);
  surface.edges = triangle_edges(surface.triangles);
  return surface;
}

TEST(Voxel, AnOpenPartIsWeightedLikeAClosedOne) {
  const Surface closed = tube(1.0, 0.2, 21, 16), open = opened(closed, 16);
  const std::vector<BindBone> bones = {{"lower", "", {0, 0, 0}, {0, 0.4, 0}},
                                       {"upper", "lower", {0, 0.6, 0}, {0, 1, 0}},
                                       {"aside", "upper", {0, 0.6, 0}, {0.15, 0.6, 0}}};
  const auto expected = voxel_weights(closed, bones), bound = voxel_weights(open, bones);
  ASSERT_TRUE(expected && bound);
  for (std::size_t v = 0; v < open.positions.size(); ++v)
    for (std::uint32_t b = 0; b < 3; ++b)
      EXPECT_NEAR(weight_of(bound->weights.vertices[v], b), weight_of(expected->weights.vertices[v], b), 0.02)
          << v;
}

// As the thighs and the skull are from an upper body of its own.
TEST(Voxel, BonesBeyondAPartAreAsFarAsTheyAre) {
  const Surface open = opened(tube(0.5, 0.15, 21, 16), 16);
  const std::vector<BindBone> bones = {{"inside", "", {0, 0.05, 0}, {0, 0.45, 0}},
                                       {"above", "inside", {0, 0.8, 0}, {0, 1.1, 0}},
                                       {"below", "inside", {0.1, -0.3, 0}, {0.1, -0.8, 0}}};
  const auto bound = voxel_weights(open, bones);
  ASSERT_TRUE(bound);
  expect_all_weighted(bound->weights);
  for (std::size_t v = 0; v < open.positions.size(); ++v)
    EXPECT_GT(weight_of(bound->weights.vertices[v], 0), 0.95) << v;
}

// Two legs side by side: the path from one to the other is through their top.
TEST(Voxel, TheWayIsThroughTheInside) {
  Surface surface = tube(1.0, 0.05, 41, 12);
  const auto count = static_cast<std::uint32_t>(surface.positions.size());
  for (std::uint32_t v = 0; v < count; ++v)
    surface.positions.push_back(surface.positions[v] + Vec3(0.12, 0.0, 0.0));
  for (std::size_t t = 0, all = surface.triangles.size(); t < all; ++t) {
    Surface::Triangle moved = surface.triangles[t];
    for (std::uint32_t& v : moved) v += count;
    surface.triangles.push_back(moved);
  }
  const std::vector<BindBone> bones = {{"one", "", {0, 0.1, 0}, {0, 0.9, 0}},
                                       {"two", "", {0.12, 0.1, 0}, {0.12, 0.9, 0}}};
  const auto bound = voxel_weights(surface, bones);
  ASSERT_TRUE(bound);
  expect_all_weighted(bound->weights);
  for (std::uint32_t v = 0; v < 2 * count; ++v)
    EXPECT_GT(weight_of(bound->weights.vertices[v], v < count ? 0 : 1), 0.95) << v;
}

TEST(Voxel, WhatHeatCannotDoGetsWeights) {
  Surface open = tube();  // without its caps, inside out, with a triangle without area and a loose vertex
  open.triangles.resize(open.triangles.size() - 16);
  for (auto& t : open.triangles) std::swap(t[0], t[1]);
  open.triangles.push_back({0, 1, 1});
  open.positions.emplace_back(2.0, 0.5, 3.0);
  const auto bound = voxel_weights(open, two_bones());
  ASSERT_TRUE(bound);
  expect_all_weighted(bound->weights);

  Surface soup;
  for (const auto& t : tube().triangles) {
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    for (const std::uint32_t v : t) soup.positions.push_back(tube().positions[v]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  const auto loose = voxel_weights(soup, two_bones());
  ASSERT_TRUE(loose);
  expect_all_weighted(loose->weights);

  EXPECT_TRUE(voxel_weights({}, two_bones()));
  EXPECT_FALSE(voxel_weights(tube(), {}));
  EXPECT_FALSE(voxel_weights(tube(), two_bones(), {{}, {}, [](double) { return false; }}));
}

TEST(Voxel, FillsInWhatAnotherMethodLeaves) {
  Surface surface = tube();
  const auto count = static_cast<std::uint32_t>(surface.positions.size());
  // A shell around the tube sees no bone: bones end within the tube, whose front is in the way of all of it.
  for (std::uint32_t v = 0; v < count; ++v) {
    const Vec3& p = surface.positions[v];
    surface.positions.emplace_back(1.6 * p.x, 1.2 * p.y - 0.1, 1.6 * p.z);
  }
  for (std::size_t t = 0, all = surface.triangles.size(); t < all; ++t) {
    Surface::Triangle moved = surface.triangles[t];
    for (std::uint32_t& v : moved) v += count;
    surface.triangles.push_back(moved);
  }
  surface.edges = triangle_edges(surface.triangles);
  std::vector<BindBone> bones = two_bones();
  bones.front().head.y = 0.1;
  bones.back().tail.y = 0.9;
  BindInput input{&surface, nullptr, bones, nullptr, bones};
  BindOptions options;
  options.method = BindMethod::heat;
  const auto stopped = bind_weights(input, options);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->unweighted().size(), count);
  options.on_failure = OnFailure::voxel;
  const auto filled = bind_weights(input, options);
  ASSERT_TRUE(filled);
  EXPECT_TRUE(filled->unweighted().empty());
  const BindFault* fault = fault_named(filled->faults, "no_bone_seen");
  ASSERT_NE(fault, nullptr);
  EXPECT_FALSE(fault->unweighted);
  EXPECT_NE(fault->message.find("voxels"), std::string::npos);
  EXPECT_EQ(fault->remedy.find("--on-failure"), std::string::npos) << fault->remedy;
}

}  // namespace
}  // namespace mannequin::test
