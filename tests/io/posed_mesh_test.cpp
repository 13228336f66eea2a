// The writers of results: OBJ and the JSON of `mannequin skin --json`.
#include "engine/io/posed_mesh.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/io/float_text.h"
#include "engine/io/obj_writer.h"
#include "engine/io/posed_json.h"
#include "tests/io/small_meshes.h"

namespace mannequin::io {
namespace posed_mesh_test {

std::string text_of(float value) {
  std::string text;
  append_float(text, value);
  return text;
}

TEST(FloatText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(text_of(0.1f), "0.1");
  EXPECT_EQ(text_of(-3.0f), "-3");
  EXPECT_EQ(text_of(0.0f), "0");
  EXPECT_EQ(text_of(1.0f / 3.0f), "0.33333334");
  EXPECT_EQ(std::stof(text_of(1.17549435e-38f)), 1.17549435e-38f);
  EXPECT_EQ(std::stof(text_of(3.4028235e38f)), 3.4028235e38f);
  EXPECT_EQ(text_of(std::numeric_limits<float>::quiet_NaN()), "0");
}

// The file back as lists, as any reader of OBJ sees it.
struct ReadObj {
  std::vector<Vec3f> v, vn;
  std::vector<Vec2f> vt;
  std::vector<std::array<std::array<std::size_t, 3>, 3>> faces;  // position, uv, normal from 1; uv 0 for none
  std::vector<std::string> objects, materials, comments;
};

ReadObj read_obj(const std::string& text) {
  ReadObj obj;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "#") obj.comments.push_back(line);
    if (word == "o") words >> obj.objects.emplace_back();
    if (word == "usemtl") words >> obj.materials.emplace_back();
    if (word == "v" || word == "vn") {
      Vec3f& to = (word == "v" ? obj.v : obj.vn).emplace_back();
      words >> to.x >> to.y >> to.z;
    }
    if (word == "vt") {
      Vec2f& to = obj.vt.emplace_back();
      words >> to.x >> to.y;
    }
    if (word == "f")
      for (auto& corner : obj.faces.emplace_back()) {
        words >> word;
        std::replace(word.begin(), word.end(), '/', ' ');
        std::istringstream numbers(word);
        const bool has_uv =
            std::count(word.begin(), word.end(), ' ') == 2 && word.find("  ") == std::string::npos;
        numbers >> corner[0];
        if (has_uv) numbers >> corner[1];
        numbers >> corner[2];
      }
  }
  return obj;
}

TEST(ObjWriter, WritesWhatReadsBack) {
  const BoundMeshDesc bound = test::two_joint_strip();
  PosedMesh first = test::view(bound.mesh), second = first;
  second.name = "without uv\nand with a line break";
  second.uvs = {};
  const std::vector<PosedMesh> meshes{first, second, first};
  const auto text = write_obj(meshes);
  ASSERT_TRUE(text) << text.error().message();
  const ReadObj obj = read_obj(*text);
  ASSERT_EQ(obj.comments.size(), 1u);
  EXPECT_NE(obj.comments[0].find("Z up"), std::string::npos);
  EXPECT_EQ(obj.objects, (std::vector<std::string>{"strip", "without_uv_and_with_a_line_break", "strip"}));
  EXPECT_EQ(obj.materials, (std::vector<std::string>{"cloth", "trim", "cloth", "trim", "cloth", "trim"}));
  ASSERT_EQ(obj.v.size(), 24u);
  ASSERT_EQ(obj.vn.size(), 24u);
  ASSERT_EQ(obj.vt.size(), 16u);
  ASSERT_EQ(obj.faces.size(), 12u);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(obj.v[i], bound.mesh.positions[i % 8]);
    EXPECT_EQ(obj.vn[i], bound.mesh.normals[i % 8]);
    if (i < 16) {
      EXPECT_EQ(obj.vt[i], bound.mesh.uvs[i % 8]);
    }
  }
  for (std::size_t t = 0; t < 12; ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t mesh = t / 4, vertex = 1 + 8 * mesh + bound.mesh.indices[3 * (t % 4) + k];
      EXPECT_EQ(obj.faces[t][k][0], vertex);
      EXPECT_EQ(obj.faces[t][k][2], vertex);
      EXPECT_EQ(obj.faces[t][k][1], mesh == 1 ? 0 : mesh == 2 ? vertex - 8 : vertex);
    }
}

TEST(PosedJson, HoldsTheSameFloats) {
  const BoundMeshDesc bound = test::two_joint_strip();
  PosedMesh posed = test::view(bound.mesh);
  posed.name = "a \"quoted\" \xff name";
  const std::vector<PosedMesh> meshes{posed, test::view(bound.mesh)};
  const auto text = write_posed_json(meshes);
  ASSERT_TRUE(text) << text.error().message();
  const auto json = nlohmann::json::parse(*text);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["name"], "a \"quoted\" \xef\xbf\xbd name");
  EXPECT_EQ(json[1]["name"], "strip");
  for (const auto& mesh : json) {
    ASSERT_EQ(mesh["positions"].size(), 24u);
    ASSERT_EQ(mesh["normals"].size(), 24u);
    EXPECT_EQ(mesh["source_indices"], nlohmann::json(bound.mesh.source_indices));
    for (std::size_t i = 0; i < 24; ++i) {
      EXPECT_EQ(mesh["positions"][i].get<float>(), bound.mesh.positions[i / 3][static_cast<int>(i % 3)]);
      EXPECT_EQ(mesh["normals"][i].get<float>(), bound.mesh.normals[i / 3][static_cast<int>(i % 3)]);
    }
  }
  EXPECT_EQ(*write_posed_json({}), "[]");
}

TEST(PosedMesh, WritersRefuseWhatDoesNotFitTogether) {
  const BoundMeshDesc bound = test::two_joint_strip();
  MeshDesc broken = bound.mesh;
  broken.positions[2].z = std::numeric_limits<float>::infinity();
  const PosedMesh infinite = test::view(broken);
  PosedMesh unequal = test::view(bound.mesh);
  unequal.normals = unequal.normals.first(3);
  PosedMesh outside = test::view(bound.mesh);
  outside.faces = outside.faces.first(1);
  const std::vector<std::uint32_t> indices{0, 1, 4, 0, 1, 2};  // 4 belongs to the second face
  outside.indices = indices;
  for (const PosedMesh* mesh : std::initializer_list<const PosedMesh*>{&infinite, &unequal, &outside}) {
    const auto obj = write_obj(std::span(mesh, 1));
    const auto json = write_posed_json(std::span(mesh, 1));
    ASSERT_FALSE(obj);
    ASSERT_FALSE(json);
    EXPECT_EQ(obj.error().code, ErrorCode::bad_data);
    EXPECT_NE(json.error().where.find("mesh 'strip'"), std::string::npos);
  }
}

TEST(PosedJson, LargeMeshesDoNotHang) {
  MeshDesc mesh;
  mesh.name = "large";
  for (int v = 0; v < 100'000; ++v) {
    mesh.positions.push_back({0.001f * static_cast<float>(v), 1.0f / static_cast<float>(v + 1), -0.3f});
    mesh.normals.push_back(glm::normalize(mesh.positions.back()));
    mesh.source_indices.push_back(static_cast<std::uint32_t>(v));
  }
  const PosedMesh posed = test::view(mesh);
  const auto start = std::chrono::steady_clock::now();
  const auto text = write_posed_json(std::span(&posed, 1));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(text);
  RecordProperty("seconds", std::to_string(taken.count()));
  EXPECT_LT(taken.count(), 60.0);  // some 0.02 in an ordinary build; no measure
}

}  // namespace posed_mesh_test
}  // namespace mannequin::io
