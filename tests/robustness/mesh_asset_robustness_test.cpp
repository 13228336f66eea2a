// Hostile mesh assets: any bytes give a mesh or an error, no crash, and no disproportionate cost. Meant to
// run under the sanitizers.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <string>

#include "engine/io/mesh_asset.h"
#include "tests/io/asset_files.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace mesh_asset_robustness_test {

using namespace mannequin::test;  // NOLINT: hand-made parts

// What holds for any outcome: an error says where and what, a mesh fits together.
void expect_sane(const Result<MeshAssetFile>& file) {
  if (!file) {
    ASSERT_FALSE(file.error().where.empty());
    ASSERT_FALSE(file.error().what.empty());
    return;
  }
  for (const BoundMeshDesc& bound : bound_meshes(*file, Lod::high).meshes) {
    const MeshDesc& mesh = bound.mesh;
    ASSERT_EQ(mesh.normals.size(), mesh.positions.size());
    for (const std::uint32_t index : mesh.indices) ASSERT_LT(index, mesh.positions.size());
    for (const Vec3f& p : mesh.positions) ASSERT_TRUE(std::isfinite(p.x + p.y + p.z));
    for (const Vec3f& n : mesh.normals) ASSERT_NEAR(glm::length(n), 1.0f, 1e-3f);
    if (!bound.rigged()) continue;
    ASSERT_EQ(bound.skin.influence_begin.size(), mesh.positions.size() + 1);
    for (const InfluenceDesc& influence : bound.skin.influences)
      ASSERT_LT(influence.joint, bound.skin.joint_names.size());
  }
}

Result<MeshAssetFile> read(const Bytes& bytes) { return read_mesh_asset(bytes, "hostile.llmesh"); }

TEST(MeshAssetRobustness, EveryPrefix) {
  const Bytes whole = triangle_asset();
  ASSERT_TRUE(read(whole));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto cut = read(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
    EXPECT_FALSE(cut) << length;
    expect_sane(cut);
  }
}

TEST(MeshAssetRobustness, PrefixesOfRealFiles) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mesh-asset");
  for (const char* name : {"Ruth2v4FeetFlat.skin_convex.llmesh", "Ruth2v4FeetFlat.skin_joints.slm"}) {
    const auto whole = read_file(shared_path("fixtures/mesh-asset/") / name);
    ASSERT_TRUE(whole);
    for (std::size_t length = 0; length < whole->size(); length += 997) {
      const auto cut = read(Bytes(whole->begin(), whole->begin() + static_cast<std::ptrdiff_t>(length)));
      EXPECT_FALSE(cut) << length;
      expect_sane(cut);
    }
  }
}

void flip(Bytes& bytes, std::mt19937& random) {
  for (std::size_t i = 0, flips = 1 + random() % 4; i < flips; ++i)
    bytes[random() % bytes.size()] = static_cast<std::byte>(random() & 0xff);
}

TEST(MeshAssetRobustness, FlippedBytesOfTheFile) {
  const Bytes whole = triangle_asset();
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    Bytes spoilt = whole;
    flip(spoilt, random);
    expect_sane(read(spoilt));
  }
}

// Inside the blocks, where checksums do not catch them: each plain block is spoilt and packed again.
TEST(MeshAssetRobustness, FlippedBytesOfTheBlocks) {
  const Bytes skin = write_llsd(Llsd(two_joint_skin())), faces = write_llsd(level({triangle_face()}));
  std::mt19937 random(2);
  std::size_t accepted = 0;
  for (int round = 0; round < 8000; ++round) {
    Bytes spoilt = round % 2 == 0 ? skin : faces;
    flip(spoilt, random);
    const auto value = read_llsd(spoilt, "block");
    if (!value) continue;
    const auto file =
        read(asset_bytes({{"skin", round % 2 == 0 ? value->value : Llsd(two_joint_skin())},
                          {"high_lod", round % 2 == 0 ? level({triangle_face()}) : value->value}}));
    expect_sane(file);
    accepted += file.has_value();
  }
  EXPECT_GT(accepted, 100u) << "the test reaches what lies behind the first checks";
}

// Every number in the header becomes something else.
TEST(MeshAssetRobustness, EveryOffsetAndSizeALie) {
  const Bytes whole = triangle_asset();
  const auto header = mesh_asset::read_header(whole, "header");
  ASSERT_TRUE(header);
  for (std::size_t at = 0; at + 4 < header->size; ++at)
    for (const std::uint32_t lie : {0u, 1u, 0xffu, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
      Bytes spoilt = whole;
      for (std::size_t i = 0; i < 4; ++i)
        spoilt[at + i] = static_cast<std::byte>(lie >> (8 * (3 - i)) & 0xff);
      expect_sane(read(spoilt));
    }
}

// A figure of the process's memory from the system, bytes: "VmRSS", now, or "VmHWM", at its highest.
std::size_t memory(const std::string& figure) {
  std::ifstream status("/proc/self/status");
  std::string word;
  std::size_t kilobytes = 0;
  while (status >> word)
    if (word == figure + ":" && status >> kilobytes) return kilobytes * 1024;
  ADD_FAILURE() << "no " << figure;
  return 0;
}

// Each file is at most 100 KB, and none may cost 1 GB or hang.
void expect_cheap(const Bytes& bytes, const char* what) {
  ASSERT_LE(bytes.size(), 100'000u) << what;
  std::ofstream("/proc/self/clear_refs") << 5;  // the peak is reset first: other tests may have run before
  const std::size_t before = memory("VmRSS");
  const auto begin = std::chrono::steady_clock::now();
  expect_sane(read(bytes));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(took.count(), 60.0) << what;
  EXPECT_LT(memory("VmHWM"), before + (std::size_t{1} << 30)) << what;
}

Llsd::Map huge_face(std::size_t vertices) {
  Llsd::Map face = without(without(triangle_face(), "Normal"), "TexCoord0");
  face = with(face, "Position", Llsd(Bytes(6 * vertices)));
  return with(face, "Weights", Llsd(Bytes(vertices, std::byte(0xFF))));
}

TEST(MeshAssetRobustness, BombsAreCheap) {
  expect_cheap(asset_bytes({{"high_lod", Llsd(Bytes(90'000'000))}}), "binary data");
  expect_cheap(asset_bytes({{"high_lod", Llsd(std::string(90'000'000, 'x'))}}), "a text");
  Llsd::Map key;
  key.emplace_back(std::string(30'000'000, 'k'), Llsd());
  expect_cheap(asset_bytes({{"high_lod", Llsd(key)}}), "a key");
  expect_cheap(asset_bytes({{"high_lod", Llsd(Llsd::Array(3'000'000))}}), "an array of nothing");
  expect_cheap(asset_bytes({{"skin", Llsd(two_joint_skin())},
                            {"high_lod", level(std::vector<Llsd::Map>(15, huge_face(65536)))}}),
               "the most vertices");
  EXPECT_FALSE(read(asset_bytes({{"high_lod", level(std::vector<Llsd::Map>(45, huge_face(65536)))}})));
  expect_cheap(
      asset_bytes({{"skin", Llsd(two_joint_skin())},
                   {"high_lod", level({with(triangle_face(), "TriangleList", Llsd(Bytes(30'000'000)))})}}),
      "the most triangles");
}

// All blocks of the header lead to the same bytes, which are large.
TEST(MeshAssetRobustness, SharedBlocksCostNoMore) {
  const Bytes packed = mesh_asset::pack(level(std::vector<Llsd::Map>(45, huge_face(65536))));
  Llsd::Map entry, header;
  entry.emplace_back("offset", Llsd(std::int32_t{0}));
  entry.emplace_back("size", Llsd(static_cast<std::int32_t>(packed.size())));
  for (const char* name :
       {"high_lod", "medium_lod", "low_lod", "lowest_lod", "physics_mesh", "physics_convex"})
    header.emplace_back(name, Llsd(entry));
  Bytes asset = write_llsd(Llsd(header));
  asset.insert(asset.end(), packed.begin(), packed.end());
  expect_cheap(asset, "shared blocks");
  Llsd::Map upload;
  upload.emplace_back("mesh", Llsd(Llsd::Array(2, Llsd(std::string(as_text(asset))))));
  expect_cheap(write_llsd(Llsd(upload)), "shared blocks in a saved upload");
}

// Numbers that turn every position into NaN, which
// used to take time quadratic in the vertices.
TEST(MeshAssetRobustness, PlacingByAnyMatrixIsCheap) {
  Llsd::Map face =
      with(huge_face(65536), "PositionDomain", domain(list({1e30, 1e30, 0}), list({1e30, 1e30, 0})));
  const Bytes asset = asset_bytes({{"high_lod", level({without(face, "Weights")})}});
  Llsd::Map instance, upload;
  instance.emplace_back("mesh_id", Llsd(std::int32_t{0}));
  instance.emplace_back("transform", list({1e308, 0, 0, 0, -1e308, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
  upload.emplace_back("mesh", Llsd(Llsd::Array{Llsd(std::string(as_text(asset)))}));
  upload.emplace_back("instance", Llsd(Llsd::Array{Llsd(std::move(instance))}));
  expect_cheap(write_llsd(Llsd(std::move(upload))), "a matrix beyond float32");
}

// A file within a file within a file leads nowhere: the content of an upload is read as an asset.
TEST(MeshAssetRobustness, UploadsDoNotNest) {
  Llsd::Map inner;
  inner.emplace_back("mesh", Llsd(Llsd::Array{Llsd(std::string("{"))}));
  Llsd::Map outer;
  outer.emplace_back("mesh", Llsd(Llsd::Array{Llsd(std::string(as_text(write_llsd(Llsd(inner)))))}));
  EXPECT_FALSE(read(write_llsd(Llsd(outer))));
}

}  // namespace mesh_asset_robustness_test
}  // namespace mannequin::io
