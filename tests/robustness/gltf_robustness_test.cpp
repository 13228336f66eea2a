// Hostile glTF: any bytes give a mesh or an error,
// and no crash. Meant to run under the sanitizers.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "engine/io/gltf_writer.h"
#include "tests/io/gltf_files.h"
#include "tests/io/small_meshes.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace gltf_robustness_test {

Bytes small_glb() {
  const std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
  return *write_glb(meshes, nullptr);
}

std::string text_of(const Bytes& bytes) { return std::string(as_text(bytes)); }

Bytes bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// What holds for any outcome: an error says where and what, a mesh fits together.
void expect_sane(const Result<BoundMeshFile>& file) {
  if (!file) {
    EXPECT_FALSE(file.error().where.empty());
    EXPECT_FALSE(file.error().what.empty());
    return;
  }
  for (const BoundMeshDesc& bound : file->meshes) {
    const MeshDesc& mesh = bound.mesh;
    const std::size_t count = mesh.positions.size();
    ASSERT_EQ(mesh.normals.size(), count);
    ASSERT_EQ(mesh.uvs.size(), count);
    ASSERT_EQ(mesh.source_indices.size(), count);
    for (const std::uint32_t index : mesh.indices) ASSERT_LT(index, count);
    for (const Vec3f& p : mesh.positions) ASSERT_TRUE(std::isfinite(p.x + p.y + p.z));
    for (const Vec3f& n : mesh.normals) ASSERT_NEAR(glm::length(n), 1.0f, 1e-3f);
    if (!bound.rigged()) continue;
    ASSERT_EQ(bound.skin.influence_begin.size(), count + 1);
    ASSERT_EQ(bound.skin.influence_begin.back(), bound.skin.influences.size());
    for (const InfluenceDesc& influence : bound.skin.influences)
      ASSERT_LT(influence.joint, bound.skin.joint_names.size());
  }
}

// The container's length is kept right, so that damage gets past the first check.
void mend_lengths(Bytes& bytes) {
  const auto length = static_cast<std::uint32_t>(bytes.size());
  if (bytes.size() >= 12) std::memcpy(bytes.data() + 8, &length, sizeof length);
}

Result<BoundMeshFile> read(const Bytes& bytes) { return read_gltf(bytes, "hostile.glb", "/nonexistent"); }

void every_prefix(const Bytes& whole, std::size_t step) {
  for (std::size_t length = 0; length < whole.size(); length += step) {
    Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto cut = read(prefix);
    EXPECT_FALSE(cut) << length;
    expect_sane(cut);
    mend_lengths(prefix);
    const auto mended = read(prefix);
    EXPECT_FALSE(mended) << length;
    expect_sane(mended);
  }
}

void flip_bytes(const Bytes& whole, std::size_t rounds, unsigned seed) {
  std::mt19937 random(seed);
  for (std::size_t round = 0; round < rounds; ++round) {
    Bytes spoilt = whole;
    for (std::size_t i = 0, flips = 1 + random() % 4; i < flips; ++i)
      spoilt[random() % spoilt.size()] = static_cast<std::byte>(random() & 0xff);
    expect_sane(read(spoilt));
  }
}

TEST(GltfRobustness, EveryPrefixOfASmallFile) { every_prefix(small_glb(), 1); }

TEST(GltfRobustness, PrefixesOfARealFile) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/Ruth2v4FeetFlat.glb");
  const auto whole = read_file(test::shared_path("fixtures/gltf/Ruth2v4FeetFlat.glb"));
  ASSERT_TRUE(whole);
  every_prefix(*whole, 997);
}

TEST(GltfRobustness, FlippedBytes) { flip_bytes(small_glb(), 4000, 1); }

TEST(GltfRobustness, FlippedBytesOfTinyFiles) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/tiny/quantized.glb");
  unsigned seed = 2;
  for (const char* name :
       {"quantized.glb", "two_skins.glb", "sparse_morph.glb", "mirrored_rig.glb", "influences8.gltf"}) {
    const auto whole = read_file(test::shared_path("fixtures/gltf/tiny/") / name);
    ASSERT_TRUE(whole);
    flip_bytes(*whole, 1500, seed++);
  }
}

// Wrong numbers in the JSON do most harm: replaces each one in turn.
void replace_numbers(const Bytes& whole) {
  const std::string text = text_of(whole);
  std::uint32_t length = 0;
  std::memcpy(&length, text.data() + 12, sizeof length);
  const std::string json = text.substr(20, length), rest = text.substr(20 + length);
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (!std::isdigit(static_cast<unsigned char>(json[at])) ||
        std::isalnum(static_cast<unsigned char>(json[at - 1])) || json[at - 1] == '.' ||
        json[at - 1] == '-' || json[at - 1] == '_')
      continue;
    const std::size_t end = json.find_first_not_of("0123456789.e-+", at);
    for (const char* lie : {"-1", "0", "1", "3", "255", "65536", "2147483647", "4294967295",
                            "18446744073709551615", "1e300", "1e999", "0.5", "null", "\"x\"", "[]", "{}"}) {
      std::string spoilt = json.substr(0, at) + lie + json.substr(end);
      spoilt.resize((spoilt.size() + 3) / 4 * 4, ' ');
      const auto json_length = static_cast<std::uint32_t>(spoilt.size());
      Bytes bytes = bytes_of(text.substr(0, 20) + spoilt + rest);
      std::memcpy(bytes.data() + 12, &json_length, sizeof json_length);
      mend_lengths(bytes);
      expect_sane(read(bytes));
    }
  }
}

TEST(GltfRobustness, EveryNumberALie) { replace_numbers(small_glb()); }

TEST(GltfRobustness, EveryNumberALieInTinyFiles) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/tiny/sparse_morph.glb");
  for (const char* name : {"sparse_morph.glb", "mirrored_rig.glb"}) {
    const auto whole = read_file(test::shared_path("fixtures/gltf/tiny/") / name);
    ASSERT_TRUE(whole);
    replace_numbers(*whole);
  }
}

Result<BoundMeshFile> read_text(const std::string& json) { return read(bytes_of(json)); }

std::string repeat(const std::string& text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(GltfRobustness, RefusesWhatWouldExhaustMemoryOrStack) {
  const std::string asset = R"({"asset":{"version":"2.0"})";
  const auto refused = [](const Result<BoundMeshFile>& file) {
    expect_sane(file);
    return !file.has_value();
  };
  EXPECT_TRUE(
      refused(read_text(asset + R"(,"extras":)" + repeat("[", 100'000) + repeat("]", 100'000) + "}")));
  EXPECT_TRUE(refused(read_text(repeat("{\"a\":", 100'000))));
  EXPECT_TRUE(refused(read_text(asset + R"(,"nodes":[{})" + repeat(",{}", 200'000) + "]}")));
  EXPECT_TRUE(refused(read_text(asset + R"(,"extras":[0)" + repeat(",0", 3'000'000) + "]}")));
  EXPECT_TRUE(refused(read_text(asset + R"(,"buffers":[{"byteLength":2147483647}]})")));
  EXPECT_TRUE(refused(read_text(asset + R"(,"buffers":[{"byteLength":9,"uri":"data:;base64,AAAA"}]})")));
  // Two thousand million zeros that take no byte of the file.
  EXPECT_TRUE(
      refused(read_text(asset + R"(,"accessors":[{"componentType":5126,"type":"VEC3","count":2000000000}],)" +
                        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)" +
                        R"("nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]})")));
  // One mesh of 60 000 vertices without data, shown a thousand times.
  std::string many = asset + R"(,"accessors":[{"componentType":5126,"type":"VEC3","count":60000}],)" +
                     R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0})" +
                     repeat(R"(,{"mesh":0})", 999) + "]}";
  EXPECT_TRUE(refused(read_text(many)));
}

TEST(GltfRobustness, DeepHierarchiesAreNoProblem) {
  std::string nodes = R"({"children":[1]})";
  for (int i = 2; i < 50'000; ++i) nodes += R"(,{"children":[)" + std::to_string(i) + "]}";
  const auto file =
      read_text(R"({"asset":{"version":"2.0"},"nodes":[)" + nodes + R"(,{}],"scenes":[{"nodes":[0]}]})");
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_TRUE(test::has_note(*file, "no_meshes"));
}

TEST(GltfRobustness, NamesThatAreNoUtf8AreRefusedWithTheLine) {
  const auto file = read_text("{\"asset\":{\"version\":\"2.0\"},\n\"nodes\":[{\"name\":\"\xff\xfe\"}]}");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().where, "hostile.glb:2");
}

TEST(GltfRobustness, BuffersStayInTheFolder) {
  for (const char* uri : {"/etc/hostname", "../x.bin", "a/../../x.bin", "%2e%2e/x.bin",
                          "file:///etc/hostname", "http://localhost/x.bin", "..%2fx.bin", "x%00.bin", ""}) {
    const auto file = read_text(
        std::string(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":1,"uri":")") + uri + "\"}]}");
    ASSERT_FALSE(file) << uri;
    EXPECT_NE(file.error().what.find("outside the folder"), std::string::npos)
        << uri << ": " << file.error().what;
  }
}

TEST(GltfRobustness, MissingFilesAreNamed) {
  const auto file = read_text(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":1,"uri":"a%20b.bin"},)"
                              R"({"byteLength":1,"uri":"c.bin"}]})");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().what.find("2 more files: a b.bin, c.bin"), std::string::npos) << file.error().what;
}

}  // namespace gltf_robustness_test
}  // namespace mannequin::io
