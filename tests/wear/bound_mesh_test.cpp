#include "engine/wear/bound_mesh.h"

#include <gtest/gtest.h>

#include "engine/appearance/legacy_character.h"
#include "engine/io/builtin_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/gltf_writer.h"
#include "engine/mesh/retarget.h"
#include "tests/document/figure.h"
#include "tests/io/asset_files.h"
#include "tests/own_folder.h"

namespace mannequin {
namespace {

const Skeleton& wear_skeleton() { return test::builtin_character().skeleton; }

// High with two triangles, low with one.
io::Bytes two_level_asset() {
  using namespace test;
  return asset_bytes({{"skin", Llsd(two_joint_skin())},
                      {"high_lod", level({triangle_face(), triangle_face()})},
                      {"low_lod", level({triangle_face()})}});
}

constexpr const char* kId = "11111111-2222-3333-4444-55555555abcd";

TEST(LoadBoundMeshes, IsBuiltFromBytesAtTheLevelAsked) {
  const io::Bytes bytes = two_level_asset();
  const auto high = load_bound_meshes(bytes, "a.llmesh", wear_skeleton());
  const auto low = load_bound_meshes(bytes, "a.llmesh", wear_skeleton(), {.lod = io::Lod::low});
  ASSERT_TRUE(high && low);
  ASSERT_EQ(high->meshes.size(), 1u);
  EXPECT_EQ(high->meshes[0].mesh.vertex_count(), 6u);
  EXPECT_EQ(low->meshes[0].mesh.vertex_count(), 3u);
  EXPECT_TRUE(high->meshes[0].skin);
  EXPECT_EQ(high->meshes[0].offsets.joints.size(), 2u);
  EXPECT_TRUE(high->meshes[0].offsets.lock_scale);
  EXPECT_EQ(high->meshes[0].offsets.pelvis_offset, 0.125);
}

TEST(LoadBoundMeshes, LevelsAreCountedFromTheFinest) {
  EXPECT_EQ(io::lod_from_finest(0), io::Lod::high);
  EXPECT_EQ(io::lod_from_finest(3), io::Lod::lowest);
  EXPECT_EQ(io::lod_from_finest(4), io::Lod::lowest);
}

TEST(LoadBoundMeshes, AnAssetNamedByItsIdHasThatId) {
  const io::Bytes bytes = two_level_asset();
  const auto id = [&](const std::string& name) {
    return load_bound_meshes(bytes, name, wear_skeleton()).value().asset_id;
  };
  EXPECT_EQ(id(std::string(kId) + ".llmesh"), Uuid::parse(kId));
  EXPECT_EQ(id("11111111-2222-3333-4444-55555555ABCD.mesh"), Uuid::parse(kId));
  EXPECT_EQ(id(kId), Uuid::parse(kId)) << "without an ending, as in a cache";
  EXPECT_EQ(id("boots.llmesh"), std::nullopt);
  EXPECT_EQ(id(""), std::nullopt);
  EXPECT_EQ(id("00000000-0000-0000-0000-000000000000.llmesh"), std::nullopt) << "no asset has this id";
}

TEST(LoadBoundMeshes, AFileThatIsNoAssetHasNoIdWhateverItsName) {
  const auto glb = io::write_glb(std::vector{test::box_figure(wear_skeleton())}, &wear_skeleton());
  ASSERT_TRUE(glb);
  const auto meshes = load_bound_meshes(*glb, std::string(kId) + ".glb", wear_skeleton());
  ASSERT_TRUE(meshes);
  EXPECT_FALSE(meshes->is_asset);
  EXPECT_EQ(meshes->asset_id, std::nullopt);
}

TEST(LoadBoundMeshes, IsReadFromAFileLikeFromItsBytes) {
  const auto path = test::own_folder() / (std::string(kId) + ".mesh");
  const io::Bytes bytes = two_level_asset();
  ASSERT_TRUE(io::write_file(path, bytes));
  const auto meshes = load_bound_meshes(path, wear_skeleton(), {.lod = io::Lod::low});
  ASSERT_TRUE(meshes);
  EXPECT_EQ(meshes->asset_id, Uuid::parse(kId));
  EXPECT_EQ(meshes->source, path.filename().string());
  EXPECT_EQ(meshes->meshes[0].mesh.vertex_count(), 3u);
  EXPECT_FALSE(load_bound_meshes(path.parent_path() / "none.glb", wear_skeleton()));
}

// The figure's belly is a volume, turned at rest.
TEST(LoadBoundMeshes, TheImporterDecidesTheBinds) {
  const auto glb = io::write_glb(std::vector{test::box_figure(wear_skeleton())}, &wear_skeleton());
  ASSERT_TRUE(glb);
  const auto belly = [&](const ImporterProfile& importer) {
    const auto made = load_bound_meshes(*glb, "a.glb", wear_skeleton(), {.importer = importer}).value();
    const auto& names = made.meshes[0].skin->desc().joint_names;
    return made.meshes[0]
        .skin->inverse_binds()[static_cast<std::size_t>(std::ranges::find(names, "BELLY") - names.begin())];
  };
  const auto apart = [](const Mat4& a, const Mat4& b) {
    double most = 0.0;
    for (int c = 0; c < 4; ++c) most = std::max(most, glm::distance(a[c], b[c]));
    return most;
  };
  EXPECT_LT(apart(belly(kStrictImporter), belly(kViewerNextImporter)), 1e-4);
  EXPECT_GT(apart(belly(kViewerImporter), belly(kViewerNextImporter)), 0.1);
  const auto by_default = load_bound_meshes(*glb, "a.glb", wear_skeleton());
  ASSERT_TRUE(by_default);
  EXPECT_EQ(by_default->meshes[0].skin->inverse_binds()[1],
            load_bound_meshes(*glb, "a.glb", wear_skeleton(), {.importer = kViewerImporter})
                ->meshes[0]
                .skin->inverse_binds()[1]);
}

TEST(LoadBoundMeshes, BuiltInMeshesAreStrictForAllImporters) {
  const auto file = io::read_builtin_mesh("mannequin", Sex::female);
  ASSERT_TRUE(file);
  const BoundMeshDesc& desc = file->meshes[0];
  EXPECT_TRUE(importers_differ(desc.skin, wear_skeleton(), kStrictImporter, kViewerImporter))
      << "else no test";
  for (const ImporterProfile& importer : kImporterProfiles) {
    const auto built = build_bound_meshes(*file, wear_skeleton(), importer);
    ASSERT_TRUE(built);
    EXPECT_TRUE(std::ranges::equal(built->meshes[0].skin->inverse_binds(), desc.skin.inverse_binds))
        << importer.name;
    EXPECT_TRUE(std::ranges::none_of(built->notes, [](const auto& note) {
      return note.severity != Severity::info;
    })) << importer.name;
  }
}

TEST(LoadBoundMeshes, AMeshWithoutWeightsIsBuiltAndNoted) {
  io::BoundMeshFile file;
  file.source = "stone.glb";
  file.meshes.push_back(test::box_figure(wear_skeleton()));
  file.meshes[0].skin = {};
  const auto built = build_bound_meshes(file, wear_skeleton());
  ASSERT_TRUE(built);
  EXPECT_FALSE(built->meshes[0].skin);
  ASSERT_EQ(built->notes.size(), 1u);
  EXPECT_EQ(built->notes[0].code, "not_rigged");
  EXPECT_EQ(built->notes[0].where, "stone.glb, mesh 'figure'");
}

TEST(LoadBoundMeshes, TheAvatarBeforeBentoRefusesFilesWithExtendedJointsAndNamesThemAll) {
  const Character legacy = Character::build(legacy_character(io::read_builtin_character().value())).value();
  EXPECT_TRUE(is_legacy(legacy.skeleton));
  EXPECT_FALSE(is_legacy(wear_skeleton()));
  io::BoundMeshFile file;
  file.source = "old.glb";
  file.meshes.push_back(test::box_on(wear_skeleton(), "mPelvis", {}));
  EXPECT_TRUE(build_bound_meshes(file, legacy.skeleton)) << "base bones are there";
  for (const char* name : {"mHandThumb1Left", "mFaceJaw", "mTail1", "mWingsRoot", "mSpine1"})
    file.meshes.push_back(test::box_on(wear_skeleton(), name, {}));
  EXPECT_TRUE(build_bound_meshes(file, wear_skeleton()));
  EXPECT_TRUE(check_legacy_joints(file, wear_skeleton()));
  EXPECT_FALSE(check_legacy_joints(file, legacy.skeleton));
  const auto refused = build_bound_meshes(file, legacy.skeleton);
  ASSERT_FALSE(refused);
  for (const char* name : {"mHandThumb1Left", "mFaceJaw", "mTail1", "mWingsRoot", "mSpine1"})
    EXPECT_NE(refused.error().what.find(name), std::string::npos) << refused.error().message();
}

TEST(LoadBoundMeshes, ErrorsNameTheFile) {
  io::BoundMeshFile file;
  file.source = "odd.glb";
  file.meshes.push_back(test::box_figure(wear_skeleton()));
  file.meshes[0].skin.joint_names[0] = "mPelvic";
  const auto built = build_bound_meshes(file, wear_skeleton());
  ASSERT_FALSE(built);
  EXPECT_TRUE(built.error().where.starts_with("odd.glb, ")) << built.error().message();
}

}  // namespace
}  // namespace mannequin
