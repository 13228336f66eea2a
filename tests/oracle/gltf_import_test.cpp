// Real glTF files, read and fitted to the avatar, compared with the viewer's own import.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/io/definitions.h"
#include "engine/mesh/retarget.h"
#include "tests/io/gltf_files.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace {

using Json = nlohmann::json;

const Skeleton& skeleton() {
  static const Skeleton kSkeleton = [] {
    auto character = read_builtin_character();
    if (!character) throw std::runtime_error(character.error().message());
    auto built = Skeleton::build(std::move(character->skeleton));
    if (!built) throw std::runtime_error(built.error().message());
    return std::move(*built);
  }();
  return kSkeleton;
}

class GltfImport : public ::testing::TestWithParam<const char*> {};

TEST_P(GltfImport, BindsAndJointPositionsAreTheViewers) {
  const std::string name = GetParam();
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/gltf/import_" + name + ".json.gz");
  const auto file = test::read_gltf_file(test::shared_path("fixtures/gltf/" + name + ".glb"));
  ASSERT_TRUE(file) << file.error().message();
  const Json import = test::read_json(test::shared_path("oracle/mesh/gltf/import_" + name + ".json.gz"));
  ASSERT_EQ(import.at("models").size(), file->meshes.size());
  for (const Json& model : import.at("models")) {
    BoundMeshDesc mesh = test::mesh_called(*file, model.at("label"));
    retarget(mesh.skin, skeleton(), kViewerImporter);
    const Json& skin = model.at("skin");
    std::map<std::string, std::size_t> rows;
    for (std::size_t j = 0; j < skin.at("joint_names").size(); ++j) rows[skin.at("joint_names")[j]] = j;
    std::set<std::string> offset;
    for (std::size_t j = 0; j < mesh.skin.joint_names.size(); ++j) {
      const Joint& joint = skeleton()[skeleton().find(mesh.skin.joint_names[j])];
      SCOPED_TRACE(joint.name);
      // The viewer keeps more unused joints of a large skin than we do, never fewer.
      ASSERT_EQ(rows.count(joint.name), 1u);
      const std::size_t row = rows.at(joint.name);
      const bool volume = joint.kind == JointKind::collision_volume;
      EXPECT_LT(
          test::greatest_difference(mesh.skin.inverse_binds[j], skin.at("inverse_bind_matrices").at(row)),
          volume ? 3e-5 : 2e-6);
      ASSERT_TRUE(mesh.skin.joint_positions[j]);
      const Json& wanted = skin.at("alt_translations").at(row);
      const Vec3 position = *mesh.skin.joint_positions[j];
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(position[i], wanted.at(static_cast<std::size_t>(i)).get<double>(), 1e-6);
      if (is_joint_offset(joint, position)) offset.insert(joint.name);
    }
    std::set<std::string> wanted;
    for (const auto& [joint, distance] : skin.at("offset_joints").items())
      if (std::count(mesh.skin.joint_names.begin(), mesh.skin.joint_names.end(), joint) != 0)
        wanted.insert(joint);
    EXPECT_EQ(offset, wanted) << model.at("label");
    EXPECT_EQ(mesh.skin.pelvis_offset, 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, GltfImport,
                         ::testing::Values("Ruth2v4Body", "Ruth2v4FeetFlat", "Ruth2v4Head",
                                           "female_2016_08_05"),
                         [](const auto& test) { return std::string(test.param); });

// Whatever axes and scales their bones have, and whether or not their binds fit their rests.
TEST(GltfImport, VariantsAreTheViewers) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/gltf/spoilt_gltf_details.json.gz");
  const Json cases =
      test::read_json(test::shared_path("oracle/mesh/gltf/spoilt_gltf_details.json.gz")).at("cases");
  for (const char* name :
       {"ok_base", "ok_gltf_bin", "ok_interleaved", "scaled_bones", "volume_and_bone", "pelvis_higher",
        "joints_110", "mixed_order", "xy_rotation_one_shoulder", "inverse_bind_mirrored"}) {
    SCOPED_TRACE(name);
    const Json& details = cases.at(name);
    const auto file =
        test::read_gltf_file(test::shared_path("fixtures/" + details.at("file").get<std::string>()));
    ASSERT_TRUE(file) << file.error().message();
    SkinDesc skin = file->meshes.at(0).skin;
    retarget(skin, skeleton(), kViewerImporter);
    const Json& wanted = details.at("models").at(0).at("skin");
    ASSERT_EQ(wanted.at("joint_names").size(), skin.joint_names.size());
    for (std::size_t j = 0; j < skin.joint_names.size(); ++j) {
      EXPECT_EQ(wanted.at("joint_names").at(j), skin.joint_names[j]);
      EXPECT_LT(test::greatest_difference(skin.inverse_binds[j], wanted.at("inverse_bind_matrices").at(j)),
                3e-5);
      if (!skin.joint_positions[j]) continue;
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR((*skin.joint_positions[j])[i],
                    wanted.at("alt_translations").at(j).at(static_cast<std::size_t>(i)).get<double>(), 2e-6);
    }
  }
}

}  // namespace
}  // namespace mannequin::io
