#include "engine/fit/importer_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/fit/upload_check.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/builtin_mesh.h"
#include "tests/fit/builtin.h"
#include "tests/shared_files.h"

namespace mannequin {
namespace {

std::vector<BoundMeshDesc> gltf_meshes(const std::string& name) {
  return io::read_bound_mesh(test::shared_path("fixtures/gltf/" + name + ".glb")).value().meshes;
}

struct MeasuredFile {
  const char* glb;
  double next_mm, strict_mm;  // apart from the viewer's
};

// Of the feet, viewer-next is the .dae to 1e-7 m, from which the viewer's own importer is 7.525 mm away
// (dae_versus_gltf.json of the glTF oracle). No mesh of the female has weight on a collision volume.
constexpr MeasuredFile kMeasured[] = {{"Ruth2v4Head", 0.0, 36.0},
                                      {"Ruth2v4FeetFlat", 7.525, 154.0},
                                      {"Ruth2v4Body", 19.6, 155.3},
                                      {"female_2016_08_05", 0.0, 0.0}};

TEST(ImporterCheck, MeasuresRealFilesInMillimetres) {
  for (const MeasuredFile& file : kMeasured) {
    MANNEQUIN_NEEDS_SHARED(std::string("fixtures/gltf/") + file.glb + ".glb");
    const auto meshes = gltf_meshes(file.glb);
    const auto differences = importer_differences(meshes, builtin(), kViewerImporter, false);
    ASSERT_EQ(differences.size(), 2u);
    EXPECT_EQ(differences[0].importer, kViewerNextImporter);
    EXPECT_EQ(differences[1].importer, kStrictImporter);
    EXPECT_NEAR(1000.0 * differences[0].metres, file.next_mm, 0.06) << file.glb;
    EXPECT_NEAR(1000.0 * differences[1].metres, file.strict_mm, 0.06) << file.glb;
    for (const ImporterDifference& difference : differences) {
      if (difference.metres == 0.0) continue;
      const SkinDesc& skin = meshes[difference.mesh].skin;
      EXPECT_NE(std::ranges::find(skin.joint_names, difference.joint), skin.joint_names.end());
      ASSERT_LT(difference.vertex + 1, skin.influence_begin.size());
    }
  }
}

TEST(ImporterCheck, IsOneFindingThatSaysHowFarWhereAndWhat) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/Ruth2v4FeetFlat.glb");
  const auto meshes = gltf_meshes("Ruth2v4FeetFlat");
  const Findings findings = check_upload(meshes, builtin(), {});
  ASSERT_EQ(std::ranges::count(findings, "importer_profile", &Finding::code), 1);
  const Finding& found = *std::ranges::find(findings, "importer_profile", &Finding::code);
  EXPECT_EQ(found.severity, Severity::warning) << "two viewers disagree";
  EXPECT_EQ(found.mesh, "Ruth2v4FeetFlat");
  EXPECT_EQ(found.joint, "mAnkleLeft");
  ASSERT_TRUE(found.vertex);
  EXPECT_NE(found.message.find("7.5 mm by 'viewer-next'"), std::string::npos) << found.message;
  EXPECT_NE(found.message.find("by 'strict'"), std::string::npos) << found.message;
  EXPECT_FALSE(found.remedy.empty());
  // From the next viewer's side it is as far.
  const Findings next = check_upload(meshes, builtin(), {.importer = kViewerNextImporter});
  EXPECT_NE(std::ranges::find(next, "importer_profile", &Finding::code)->message.find("7.5 mm by 'viewer'"),
            std::string::npos);
}

TEST(ImporterCheck, IsNothingForFilesThatNobodyRebuilds) {
  MANNEQUIN_NEEDS_SHARED("fixtures/ruth2/Ruth2v4FeetFlat.dae");
  const auto dae =
      io::read_bound_mesh(test::shared_path("fixtures/ruth2/Ruth2v4FeetFlat.dae")).value().meshes;
  for (const auto& difference : importer_differences(dae, builtin(), kViewerImporter, true))
    EXPECT_EQ(difference.metres, 0.0);
  EXPECT_TRUE(std::ranges::none_of(check_upload(dae, builtin(), {}),
                                   [](const Finding& f) { return f.code == "importer_profile"; }));
}

// Weights that name joints beyond the skin's, vertices without weight, no meshes at all.
TEST(ImporterCheck, TakesBrokenMeshes) {
  EXPECT_EQ(importer_differences({}, builtin(), kStrictImporter, true).size(), 2u);
  auto meshes = io::read_builtin_mesh("mannequin", Sex::female).value().meshes;
  meshes[0].skin.influences[0].joint = 100000;
  for (const auto& difference : importer_differences(meshes, builtin(), kViewerImporter, true))
    EXPECT_EQ(difference.metres, 0.0);
  meshes[0].skin.influence_begin.pop_back();
  for (const auto& difference : importer_differences(meshes, builtin(), kViewerImporter, true))
    EXPECT_EQ(difference.metres, 0.0);
}

}  // namespace
}  // namespace mannequin
