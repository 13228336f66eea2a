// Hostile .llm files: any bytes give a mesh or an error,
// and no crash. Meant to run under the sanitizers.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "engine/io/llm.h"
#include "tests/io/small_llm.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace llm_robustness_test {

using test::LlmWriter;
using test::small_llm_mesh;
using test::write_llm;

void expect_sane(const Result<BaseMeshDesc>& mesh, LlmKind kind) {
  if (!mesh) {
    EXPECT_FALSE(mesh.error().where.empty());
    EXPECT_FALSE(mesh.error().what.empty());
    return;
  }
  ASSERT_FALSE(mesh->indices.empty());
  if (kind == LlmKind::level_of_detail) return;
  const std::size_t count = mesh->positions.size();
  ASSERT_EQ(mesh->normals.size(), count);
  ASSERT_EQ(mesh->binormals.size(), count);
  ASSERT_EQ(mesh->uvs.size(), count);
  for (const std::uint32_t index : mesh->indices) ASSERT_LT(index, count);
  for (const BaseMorph& morph : mesh->morphs) {
    ASSERT_EQ(morph.positions.size(), morph.vertices.size());
    ASSERT_EQ(morph.normals.size(), morph.vertices.size());
    ASSERT_EQ(morph.binormals.size(), morph.vertices.size());
    ASSERT_EQ(morph.uvs.size(), morph.vertices.size());
    for (const std::uint32_t v : morph.vertices) ASSERT_LT(v, count);
  }
}

void read_as_both(const Bytes& bytes) {
  for (const LlmKind kind : {LlmKind::full, LlmKind::level_of_detail})
    expect_sane(read_llm(bytes, "hostile.llm", kind), kind);
  guess_llm_kind(bytes);
}

void expect_no_prefix(const Bytes& whole, LlmKind kind, std::size_t step) {
  ASSERT_TRUE(read_llm(whole, "whole.llm", kind));
  for (std::size_t length = 0; length < whole.size(); length += step) {
    const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto read = read_llm(prefix, "cut.llm", kind);
    EXPECT_FALSE(read) << length;
    expect_sane(read, kind);
    guess_llm_kind(prefix);
  }
}

TEST(LlmRobustness, EveryPrefixIsRefused) {
  expect_no_prefix(write_llm(small_llm_mesh()), LlmKind::full, 1);
  expect_no_prefix(write_llm(small_llm_mesh(), false), LlmKind::level_of_detail, 1);
}

TEST(LlmRobustness, PrefixesOfARealFileAreRefused) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_eye.llm");
  expect_no_prefix(read_file(mannequin::test::shared_path("viewer-character/avatar_eye.llm")).value(),
                   LlmKind::full, 13);
}

TEST(LlmRobustness, EveryByteChanged) {
  const Bytes whole = write_llm(small_llm_mesh());
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const unsigned flip : {0x01u, 0x80u, 0xffu}) {
      Bytes bytes = whole;
      bytes[i] ^= static_cast<std::byte>(flip);
      read_as_both(bytes);
    }
}

TEST(LlmRobustness, ManyBytesChanged) {
  const Bytes whole = write_llm(small_llm_mesh());
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = whole;
    for (int k = 0; k < 6; ++k) bytes[24 + random() % (bytes.size() - 24)] = static_cast<std::byte>(random());
    read_as_both(bytes);
  }
}

// What each may say of a mesh that is right but for one thing.
template <typename Spoil>
void expect_refused(const char* what, Spoil spoil) {
  BaseMeshDesc mesh = small_llm_mesh();
  spoil(mesh);
  const auto read = read_llm(write_llm(mesh), "spoilt.llm", LlmKind::full);
  ASSERT_FALSE(read) << what;
  EXPECT_NE(read.error().where.find("spoilt.llm, byte "), std::string::npos) << read.error().message();
  EXPECT_GT(read.error().what.size(), 20u);
}

TEST(LlmRobustness, WhatCannotBeIsRefused) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  expect_refused("a position", [&](BaseMeshDesc& m) { m.positions[1].y = nan; });
  expect_refused("a normal", [&](BaseMeshDesc& m) { m.normals[3].x = infinity; });
  expect_refused("a binormal", [&](BaseMeshDesc& m) { m.binormals[3].x = nan; });
  expect_refused("a texture coordinate", [&](BaseMeshDesc& m) { m.uvs[0].x = nan; });
  expect_refused("a far vertex", [&](BaseMeshDesc& m) { m.positions[1].y = 1e30f; });
  expect_refused("a weight", [&](BaseMeshDesc& m) { m.weights[0] = nan; });
  expect_refused("a weight below 0", [&](BaseMeshDesc& m) { m.weights[0] = -1.0f; });
  expect_refused("a weight beyond any joint", [&](BaseMeshDesc& m) { m.weights[0] = 1e9f; });
  expect_refused("an index", [&](BaseMeshDesc& m) { m.indices[4] = 4; });
  expect_refused("no faces", [&](BaseMeshDesc& m) { m.indices.clear(); });
  expect_refused("no joints", [&](BaseMeshDesc& m) { m.skin_joints.clear(); });
  expect_refused("an unprintable joint", [&](BaseMeshDesc& m) { m.skin_joints[0] = "m\x1b[31m"; });
  expect_refused("a nameless joint", [&](BaseMeshDesc& m) { m.skin_joints[0] = ""; });
  expect_refused("a joint name without an end",
                 [&](BaseMeshDesc& m) { m.skin_joints[0] = std::string(64, 'x'); });
  expect_refused("a nameless morph", [&](BaseMeshDesc& m) { m.morphs[0].name = ""; });
  expect_refused("a moved vertex", [&](BaseMeshDesc& m) { m.morphs[0].vertices[1] = 4; });
  expect_refused("a delta", [&](BaseMeshDesc& m) { m.morphs[0].positions[1].z = nan; });
  expect_refused("a normal's delta", [&](BaseMeshDesc& m) { m.morphs[0].normals[1].z = nan; });
  expect_refused("a remap", [&](BaseMeshDesc& m) { m.remaps[0].source = 4; });
  expect_refused("another remap", [&](BaseMeshDesc& m) { m.remaps[0].destination = 0x80000000u; });
  // The viewer takes another binormal in place of one that is no number.
  BaseMeshDesc mesh = small_llm_mesh();
  mesh.morphs[0].binormals[0].x = nan;
  EXPECT_TRUE(read_llm(write_llm(mesh), "binormal.llm", LlmKind::full));
}

TEST(LlmRobustness, CountsAreCheckedBeforeAnythingIsAllocated) {
  BaseMeshDesc mesh = small_llm_mesh();
  mesh.morphs.clear();
  mesh.remaps.clear();
  const Bytes whole = write_llm(mesh);
  // The last four bytes count remaps; they follow the name that ends the morphs.
  for (const std::int32_t count : {1, 1000000000, std::numeric_limits<std::int32_t>::max(), -1}) {
    Bytes bytes = whole;
    std::memcpy(bytes.data() + bytes.size() - 4, &count, 4);
    EXPECT_FALSE(read_llm(bytes, "remaps.llm", LlmKind::full)) << count;
    bytes.resize(bytes.size() - 4 - 64);
    LlmWriter morph;
    morph.text("Huge", 64).put(count);
    bytes.insert(bytes.end(), morph.bytes().begin(), morph.bytes().end());
    EXPECT_FALSE(read_llm(bytes, "morphs.llm", LlmKind::full)) << count;
  }
  EXPECT_FALSE(read_llm(LlmWriter().header(true).put<std::uint16_t>(65535).bytes(), "v.llm", LlmKind::full));
  EXPECT_FALSE(read_llm(LlmWriter().header(true).put<std::uint16_t>(65535).bytes(), "f.llm",
                        LlmKind::level_of_detail));
  EXPECT_FALSE(
      read_llm(LlmWriter().header(true, true).put<std::uint16_t>(1).bytes(), "d.llm", LlmKind::full));
}

}  // namespace llm_robustness_test
}  // namespace mannequin::io
