// Readers find nothing wrong with our output that was not wrong in its source.
#include <gtest/gtest.h>

#include <set>

#include "engine/io/bound_mesh.h"
#include "engine/io/gltf_writer.h"
#include "engine/mesh/retarget.h"
#include "engine/wear/file_findings.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace own_files_test {

std::set<std::string> codes_of(const io::BoundMeshFile& file) {
  std::set<std::string> codes;
  for (const Finding& finding : file_findings(file, character(CharacterSource::builtin), {}))
    codes.insert(finding.code);
  return codes;
}

TEST(OwnFiles, GlbOfEveryRealFileIsNotRemarkedOnAnew) {
  MANNEQUIN_NEEDS_SHARED("fixtures/ruth2");
  const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
  std::size_t seen = 0;
  for (const char* folder : {"fixtures/ruth2", "fixtures/bento", "fixtures/gltf"})
    for (const auto& entry : std::filesystem::directory_iterator(shared_path(folder))) {
      if (entry.path().extension() != ".dae" && entry.path().extension() != ".glb") continue;
      const auto source = io::read_bound_mesh(entry.path());
      ASSERT_TRUE(source) << source.error().message();
      io::BoundMeshFile fitted = *source;
      // As `convert` does: joints stay where they are, textures that are not there are left out.
      for (BoundMeshDesc& bound : fitted.meshes) {
        drop_foreign_joints(bound.skin, skeleton);
        for (MaterialDesc& material : bound.mesh.materials) material.texture.clear();
      }
      const auto bytes = io::write_glb(fitted.meshes, &skeleton);
      ASSERT_TRUE(bytes) << bytes.error().message();
      const auto written = io::read_gltf(*bytes, "written.glb", "");
      ASSERT_TRUE(written) << written.error().message();
      std::set<std::string> before = codes_of(*source);
      before.insert("importer_profile");
      for (const std::string& code : codes_of(*written))
        EXPECT_TRUE(before.contains(code)) << entry.path().filename() << ": " << code;
      ++seen;
    }
  EXPECT_GE(seen, 12u);
}

// A vertex without weight is shown where the asset made of the file has it.
TEST(OwnFiles, VerticesWithoutWeightFollowTheFirstJointFromEveryFormat) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/dae/one_vertex_zero_weights.dae");
  for (const char* name : {"dae/one_vertex_zero_weights.dae", "gltf/vertex_without_weights.glb"}) {
    const auto file = io::read_bound_mesh(shared_path("fixtures/spoilt/" + std::string(name)));
    ASSERT_TRUE(file) << file.error().message();
    BoundMeshDesc bound = file->meshes.at(0);
    retarget(bound.skin, character(CharacterSource::builtin).skeleton, kViewerImporter);
    const Mesh mesh = Mesh::build(bound.mesh).value();
    const Skin skin = Skin::build(bound.skin, mesh, character(CharacterSource::builtin).skeleton).value();
    ASSERT_FALSE(skin.unbound_vertices().empty()) << name;
    for (const std::uint32_t v : skin.unbound_vertices()) {
      EXPECT_EQ(skin.influences()[v].joint[0], 0) << name;
      EXPECT_EQ(skin.influences()[v].weight[0], 1.0f) << name;
    }
  }
}

}  // namespace own_files_test
}  // namespace mannequin::test
