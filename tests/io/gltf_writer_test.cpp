#include "engine/io/gltf_writer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/io/small_meshes.h"

namespace mannequin::io {
namespace {

using Json = nlohmann::json;

std::uint32_t u32_at(const Bytes& bytes, std::size_t offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

Json json_chunk(const Bytes& bytes) { return Json::parse(as_text(bytes).substr(20, u32_at(bytes, 12))); }

// What the specification asks of container and accessors, as far as a program can see it.
void expect_sound(const Bytes& bytes) {
  ASSERT_GE(bytes.size(), 20u);
  EXPECT_EQ(as_text(bytes).substr(0, 4), "glTF");
  EXPECT_EQ(u32_at(bytes, 4), 2u);
  EXPECT_EQ(u32_at(bytes, 8), bytes.size());
  const std::size_t json_length = u32_at(bytes, 12);
  EXPECT_EQ(json_length % 4, 0u);
  const std::size_t bin = 20 + json_length;
  ASSERT_LE(bin + 8, bytes.size());
  EXPECT_EQ(u32_at(bytes, bin) % 4, 0u);
  EXPECT_EQ(bin + 8 + u32_at(bytes, bin), bytes.size());

  const Json json = json_chunk(bytes);
  EXPECT_EQ(json.at("asset").at("version"), "2.0");
  EXPECT_EQ(json.at("buffers").at(0).at("byteLength"), u32_at(bytes, bin));
  const std::map<std::string, std::size_t> parts{
      {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  const std::map<int, std::size_t> sizes{{5121, 1}, {5123, 2}, {5125, 4}, {5126, 4}};
  for (const Json& accessor : json.at("accessors")) {
    const Json& view = json.at("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
    const std::size_t length = accessor.at("count").get<std::size_t>() * parts.at(accessor.at("type")) *
                               sizes.at(accessor.at("componentType"));
    EXPECT_GT(length, 0u);
    EXPECT_EQ(view.at("byteLength"), length);
    EXPECT_EQ(view.at("byteOffset").get<std::size_t>() % 4, 0u);
    EXPECT_LE(view.at("byteOffset").get<std::size_t>() + length, u32_at(bytes, bin));
  }
  for (const Json& mesh : json.at("meshes"))
    for (const Json& primitive : mesh.at("primitives")) {
      const Json& position =
          json.at("accessors").at(primitive.at("attributes").at("POSITION").get<std::size_t>());
      EXPECT_EQ(position.at("min").size(), 3u);
      EXPECT_EQ(position.at("max").size(), 3u);
      for (const auto& [name, accessor] : primitive.at("attributes").items())
        EXPECT_EQ(json.at("accessors").at(accessor.get<std::size_t>()).at("count"), position.at("count"))
            << name;
    }
}

TEST(GltfWriter, WritesASoundContainer) {
  const std::vector<BoundMeshDesc> meshes{test::two_joint_strip(), test::two_joint_strip()};
  const auto bytes = write_glb(meshes, nullptr);
  ASSERT_TRUE(bytes) << bytes.error().message();
  expect_sound(*bytes);
  const Json json = json_chunk(*bytes);
  EXPECT_EQ(json.at("skins").size(), 2u);
  EXPECT_EQ(json.at("skins").at(0).at("joints").size(), 2u);
  EXPECT_EQ(json.at("skins").at(0).at("joints"), json.at("skins").at(1).at("joints"));
  EXPECT_EQ(json.at("materials").size(), 2u);
}

TEST(GltfWriter, IsDeterministic) {
  const std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
  EXPECT_EQ(*write_glb(meshes, nullptr), *write_glb(meshes, nullptr));
}

TEST(GltfWriter, SaysWhichVertexIsNotFinite) {
  std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
  meshes[0].mesh.positions[3].y = std::numeric_limits<float>::quiet_NaN();
  const auto bytes = write_glb(meshes, nullptr);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::bad_data);
  EXPECT_EQ(bytes.error().where, "mesh 'strip', vertex 3");
}

TEST(GltfWriter, RefusesWhatDoesNotFitTogether) {
  const auto refused = [](auto&& spoil) {
    std::vector<BoundMeshDesc> meshes{test::two_joint_strip()};
    spoil(meshes[0]);
    const auto bytes = write_glb(meshes, nullptr);
    return !bytes && bytes.error().code == ErrorCode::bad_data;
  };
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.normals.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.uvs.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.tangents.resize(1); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.indices[0] = 7; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.faces[0].index_count = 4000; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.faces[1].first_vertex = 4000; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.mesh.faces.clear(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.inverse_binds.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.influence_begin.pop_back(); }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.influences[0].joint = 2; }));
  EXPECT_TRUE(refused([](BoundMeshDesc& m) { m.skin.inverse_binds[1][0][0] = INFINITY; }));
}

TEST(GltfWriter, WritesPosedMeshesWithoutSkin) {
  const BoundMeshDesc bound = test::two_joint_strip();
  const PosedMesh posed = test::view(bound.mesh);
  const auto bytes = write_glb(std::span(&posed, 1));
  ASSERT_TRUE(bytes) << bytes.error().message();
  expect_sound(*bytes);
  const Json json = json_chunk(*bytes);
  EXPECT_FALSE(json.contains("skins"));
  EXPECT_EQ(json.at("nodes").size(), 1u);
  EXPECT_EQ(json.at("nodes").at(0).at("name"), "strip");
  EXPECT_EQ(json.at("meshes").at(0).at("primitives").size(), 2u);
}

}  // namespace
}  // namespace mannequin::io
