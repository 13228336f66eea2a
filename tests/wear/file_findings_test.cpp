#include "engine/wear/file_findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/io/gltf_writer.h"
#include "tests/builtin_character.h"
#include "tests/io/glb_parts.h"
#include "tests/io/small_meshes.h"

namespace mannequin::test {
namespace file_findings_test {

// What closes the viewer is one finding, though it has no weights either.
TEST(FileFindings, TellAPrimitiveWithoutWeightsOnce) {
  BoundMeshDesc bound = two_joint_strip();
  bound.skin.joint_names = {"mHipLeft", "mHipRight"};
  Glb glb = Glb::read(io::write_glb(std::span(&bound, 1), &builtin_character().skeleton).value());
  nlohmann::json& primitives = glb.structure["meshes"][0]["primitives"];
  nlohmann::json bare = primitives[0];
  bare["attributes"].erase("JOINTS_0");
  bare["attributes"].erase("WEIGHTS_0");
  primitives.push_back(bare);
  const auto file = io::read_gltf(glb.write(), "bare.glb", "");
  ASSERT_TRUE(file) << file.error().message();
  const Findings findings = file_findings(*file, builtin_character(), {});
  EXPECT_EQ(std::ranges::count(findings, "viewer_crash", &Finding::code), 1);
  EXPECT_EQ(std::ranges::count(findings, "unweighted_vertices", &Finding::code), 0);
}

// A face that the importer of its format splits is one finding, with the remedy.
TEST(FileFindings, TellAFaceThatIsSplitOnce) {
  for (const auto& [vertices, times] : {std::pair{65524u, 0}, {65525u, 1}, {66049u, 1}}) {
    BoundMeshDesc bound = two_joint_strip();
    bound.skin.joint_names = {"mHipLeft", "mHipRight"};
    MeshDesc& mesh = bound.mesh;
    SkinDesc& skin = bound.skin;
    mesh.faces.pop_back();
    mesh.faces[0].vertex_count = vertices;
    mesh.indices.clear();
    const auto repeat = [&](auto& list, std::size_t count) {
      list.resize(4);
      while (list.size() < count) list.push_back(list[list.size() - 4]);
    };
    repeat(mesh.positions, vertices);
    repeat(mesh.normals, vertices);
    repeat(mesh.uvs, vertices);
    repeat(mesh.tangents, vertices);
    repeat(mesh.source_indices, vertices);
    skin.influences.clear();
    skin.influence_begin.assign(1, 0);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      skin.influences.push_back({0, 1.0f});
      skin.influence_begin.push_back(v + 1);
    }
    for (std::uint32_t v = 0; v + 3 < vertices; v += 4)
      for (const std::uint32_t corner : {0u, 1u, 2u, 2u, 1u, 3u}) mesh.indices.push_back(v + corner);
    mesh.faces[0].index_count = static_cast<std::uint32_t>(mesh.indices.size());
    const auto file = io::read_gltf(
        io::write_glb(std::span(&bound, 1), &builtin_character().skeleton).value(), "fine.glb", "");
    ASSERT_TRUE(file) << file.error().message();
    ASSERT_EQ(file->meshes[0].mesh.faces[0].vertex_count, vertices);
    int told = 0;
    for (const Finding& finding : file_findings(*file, builtin_character(), {}))
      if (finding.message.find(std::to_string(vertices) + " vertices") != std::string::npos) {
        ++told;
        EXPECT_EQ(finding.code, "face_too_large");
        EXPECT_FALSE(finding.remedy.empty());
      }
    EXPECT_EQ(told, times) << vertices;
  }
}

}  // namespace file_findings_test
}  // namespace mannequin::test
