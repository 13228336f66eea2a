#include "engine/skinning/joint_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "engine/skinning/joint_sets.h"
#include "tests/skinning/synthetic_case.h"

namespace mannequin {
namespace {

using Slots = std::vector<std::uint16_t>;

TEST(JointSets, EveryVertexComesOnceWithAllItsJoints) {
  std::vector<Slots> sets;
  for (std::uint16_t v = 0; v < 1000; ++v) {
    std::set<std::uint16_t> slots;
    for (std::uint16_t k = 0; k <= v % 4; ++k)
      slots.insert(static_cast<std::uint16_t>((v * v / 7 + 13 * k) % 50));
    sets.emplace_back(slots.begin(), slots.end());
  }
  const std::vector<SharedJoints> blocks = share_joints(sets);
  std::vector<int> seen(sets.size());
  for (const SharedJoints& block : blocks) {
    ASSERT_LE(block.vertices.size(), kBlockSize);
    ASSERT_FALSE(block.vertices.empty());
    EXPECT_TRUE(std::ranges::is_sorted(block.slots));
    for (const std::uint32_t v : block.vertices) {
      ++seen[v];
      EXPECT_TRUE(std::ranges::includes(block.slots, sets[v])) << v;
    }
  }
  EXPECT_EQ(std::ranges::count(seen, 1), 1000);
  EXPECT_TRUE(std::ranges::is_sorted(blocks, {}, [](const SharedJoints& b) { return b.slots.size(); }));
  // Only the last block that was filled can be short of vertices.
  EXPECT_LE(
      std::ranges::count_if(blocks, [](const SharedJoints& b) { return b.vertices.size() < kBlockSize; }), 1);
}

TEST(JointSets, EqualSetsShareBlocksOfTheirOwn) {
  std::vector<Slots> sets;
  for (int v = 0; v < 64; ++v) sets.push_back(v % 2 == 0 ? Slots{1, 2} : Slots{3});
  const std::vector<SharedJoints> blocks = share_joints(sets);
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[0].slots, Slots{3});
  EXPECT_EQ(blocks[1].slots, Slots{3});
  EXPECT_EQ(blocks[2].slots, (Slots{1, 2}));
  EXPECT_EQ(blocks[3].slots, (Slots{1, 2}));
  EXPECT_EQ(blocks[2].vertices.front(), 0u);
  EXPECT_EQ(blocks[3].vertices.back(), 62u);
}

TEST(JointSets, LeftoversJoinThoseThatNeedTheFewestMoreJoints) {
  // Eight vertices each: {1,2,3} fits {1,2} and {4,5,6} fits {4,6}.
  std::vector<Slots> sets;
  for (const Slots& slots : {Slots{1, 2, 3}, Slots{4, 6}, Slots{4, 5, 6}, Slots{1, 2}})
    sets.insert(sets.end(), 8, slots);
  const std::vector<SharedJoints> blocks = share_joints(sets);
  ASSERT_EQ(blocks.size(), 2u);
  for (const SharedJoints& block : blocks) EXPECT_EQ(block.slots.size(), 3u);
}

TEST(JointSets, NoVerticesMakeNoBlocks) { EXPECT_TRUE(share_joints({}).empty()); }

TEST(JointBlocks, HoldEachVertexAtItsPlace) {
  const auto c = test::make_synthetic_case(
      {.vertices = 1003, .influences = 3, .joints = 40, .tangents = true, .morphs = 2});
  const JointBlocks blocks = make_joint_blocks(c.mesh, c.skin);
  EXPECT_EQ(blocks.vertex_count, 1003u);
  EXPECT_EQ(blocks.place_count() % kBlockSize, 0u);
  EXPECT_GE(blocks.place_count(), 1003u);
  EXPECT_LT(blocks.place_count(), 1003u + 64u);
  EXPECT_EQ(std::set(blocks.remap.begin(), blocks.remap.end()).size(), 1003u);
  const Mat4 bind = c.skin.bind_shape();
  for (std::uint32_t v = 0; v < 1003; ++v) {
    const std::uint32_t b = blocks.remap[v] / kBlockSize, lane = blocks.remap[v] % kBlockSize;
    const auto at = [&](const AlignedVector<float>& from) {
      const float* component = from.data() + std::size_t{b} * 3 * kBlockSize + lane;
      return Vec3f(component[0], component[kBlockSize], component[2 * kBlockSize]);
    };
    EXPECT_LT(glm::length(at(blocks.positions) - Vec3f(bind * Vec4(Vec3(c.mesh.positions()[v]), 1.0))),
              1e-6f);
    EXPECT_NEAR(glm::length(at(blocks.normals)), 1.0f, 1e-6f);
    EXPECT_EQ((blocks.mirrored[b] >> lane & 1) != 0, c.mesh.tangents()[v].w < 0.0f);
    // Each influence at its slot, and nothing else.
    const JointBlock& block = blocks.blocks[b];
    float sum = 0.0f;
    for (std::uint32_t k = 0; k < block.slot_count; ++k) {
      const std::uint16_t slot = blocks.slots[block.first_slot + k];
      const float weight = blocks.weights[(block.first_slot + k) * kBlockSize + lane];
      float wanted = 0.0f;
      for (std::size_t i = 0; i < kMaxInfluences; ++i)
        if (c.skin.influences()[v].joint[i] == slot) wanted += c.skin.influences()[v].weight[i];
      EXPECT_EQ(weight, wanted) << "vertex " << v << ", slot " << slot;
      sum += weight;
    }
    EXPECT_NEAR(sum, 1.0f, 1e-6f);
  }
}

TEST(JointBlocks, KeepsMorphsOnlyWhereTheyMove) {
  const auto c = test::make_synthetic_case({.vertices = 1600, .morphs = 3});
  const JointBlocks blocks = make_joint_blocks(c.mesh, c.skin);
  std::size_t moved = 0;
  for (const BlockMorph& entry : blocks.morphs)
    for (std::size_t lane = 0; lane < kBlockSize; ++lane) {
      const float* delta = blocks.morph_deltas.data() + entry.first_delta + lane;
      moved += Vec3f(delta[0], delta[kBlockSize], delta[2 * kBlockSize]) != Vec3f(0.0f);
    }
  EXPECT_EQ(moved, 3u * 320u);
  EXPECT_LT(blocks.morphs.size(), 3u * blocks.blocks.size() / 2) << "a morph of a fifth touches few blocks";
}

TEST(JointBlocks, PackedWeightsSumExactly) {
  const auto c =
      test::make_synthetic_case({.vertices = 5000, .influences = 4, .joints = 110, .tangents = true});
  const JointBlocks full = make_joint_blocks(c.mesh, c.skin);
  JointBlocks packed = make_joint_blocks(c.mesh, c.skin);
  pack(packed);
  EXPECT_TRUE(packed.weights.empty() && packed.normals.empty() && packed.tangents.empty());
  EXPECT_LT(packed.bytes(), full.bytes());
  for (const JointBlock& block : packed.blocks)
    for (std::size_t lane = 0; lane < kBlockSize; ++lane) {
      std::uint32_t sum = 0;
      for (std::size_t k = block.first_slot; k < block.first_slot + block.slot_count; ++k) {
        sum += packed.packed_weights[k * kBlockSize + lane];
        EXPECT_NEAR(packed.packed_weights[k * kBlockSize + lane],
                    full.weights[k * kBlockSize + lane] * 65535.0f, 1.01f);
      }
      EXPECT_EQ(sum, kWeightOne);
    }
}

TEST(QuantiseWeights, NeverStrayByAStepAndSumExactly) {
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    std::array<float, 5> weights;
    float sum = 0.0f;
    for (std::size_t k = 0; k < weights.size(); ++k)
      sum += weights[k] = static_cast<float>(((seed + 1) * 2654435761u * (k + 3) >> 8) % 1000);
    if (sum == 0.0f) continue;
    for (float& w : weights) w /= sum;
    std::array<std::uint16_t, 5> out;
    quantise_weights(weights, out);
    EXPECT_EQ(std::accumulate(out.begin(), out.end(), 0u), kWeightOne);
    for (std::size_t k = 0; k < weights.size(); ++k)
      EXPECT_NEAR(out[k], weights[k] * 65535.0f, 1.01f) << seed;
  }
}

// The loop over blocks with the same number of joints depends on it.
TEST(JointBlocks, FollowEachOtherByTheirNumberOfJoints) {
  const auto c = test::make_synthetic_case({.vertices = 5000, .influences = 4, .joints = 110});
  const JointBlocks blocks = make_joint_blocks(c.mesh, c.skin);
  std::uint32_t slots = 0, fewest = 1;
  for (const JointBlock& block : blocks.blocks) {
    EXPECT_EQ(block.first_slot, slots);
    EXPECT_GE(block.slot_count, fewest);
    slots += block.slot_count;
    fewest = block.slot_count;
  }
  EXPECT_EQ(slots, blocks.slots.size());
  EXPECT_GT(fewest, blocks.blocks.front().slot_count) << "of several numbers";
}

}  // namespace
}  // namespace mannequin
