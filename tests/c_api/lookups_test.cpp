// What a host looks up and copies out, compared with C++.
#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include "engine/appearance/character.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "tests/c_api/c_api_case.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

class CApiLookups : public CApiTest {
 protected:
  const Character own_ = Character::build(io::read_builtin_character().value()).value();
};

TEST_F(CApiLookups, TheVersionIsANumberOfThreeParts) { EXPECT_GE(mannequin_version(), 100u); }

TEST_F(CApiLookups, JointsAreThoseOfTheSkeleton) {
  uint32_t count = 0;
  ASSERT_EQ(mannequin_joint_count(character_, &count), MANNEQUIN_OK);
  ASSERT_EQ(count, own_.skeleton.size());
  for (uint32_t j = 0; j < count; ++j) {
    mannequin_joint_info info = MANNEQUIN_INIT(mannequin_joint_info);
    uint32_t found = 0;
    ASSERT_EQ(mannequin_joint_get(character_, j, &info), MANNEQUIN_OK);
    const Joint& joint = own_.skeleton.joints()[j];
    EXPECT_EQ(info.name, joint.name);
    EXPECT_EQ(info.parent, joint.parent);
    EXPECT_EQ(info.kind, static_cast<int32_t>(joint.kind));
    ASSERT_EQ(mannequin_joint_find(character_, info.name, &found), MANNEQUIN_OK);
    EXPECT_EQ(found, j);
  }
}

TEST_F(CApiLookups, SlidersAreThoseThatAMessageCarries) {
  uint32_t count = 0;
  int32_t id = 0;
  ASSERT_EQ(mannequin_slider_count(character_, &count), MANNEQUIN_OK);
  std::set<int32_t> ids;
  for (uint32_t s = 0; s < count; ++s) {
    mannequin_slider_info info = MANNEQUIN_INIT(mannequin_slider_info);
    ASSERT_EQ(mannequin_slider_get(character_, s, &info), MANNEQUIN_OK);
    const ParameterDesc& parameter = own_.appearance[own_.appearance.find(info.id)];
    EXPECT_TRUE(Appearance::is_transmitted(parameter));
    EXPECT_EQ(info.label, parameter.label);
    EXPECT_EQ(info.max, parameter.max);
    ids.insert(info.id);
  }
  EXPECT_EQ(ids.size(), count);
  EXPECT_TRUE(ids.count(33) && ids.count(80));
  ASSERT_EQ(mannequin_slider_find(character_, "Body Fat", &id), MANNEQUIN_OK);
  EXPECT_EQ(id, 637);
}

TEST_F(CApiLookups, AFileIsReadAsTheBuiltInBodyIs) {
  const auto bytes = embedded_asset("mannequin.glb");
  mannequin_mesh_options options = MANNEQUIN_INIT(mannequin_mesh_options);
  mannequin_meshes* loaded = nullptr;
  ASSERT_EQ(mannequin_meshes_load(character_, bytes.data(), bytes.size(), "body.glb", &options, &loaded),
            MANNEQUIN_OK)
      << mannequin_last_error();
  uint32_t count = 0;
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  ASSERT_EQ(mannequin_mesh_count(loaded, &count), MANNEQUIN_OK);
  EXPECT_EQ(count, 1u);
  ASSERT_EQ(mannequin_mesh_get(loaded, 0, &info), MANNEQUIN_OK);
  EXPECT_EQ(info.vertex_count, info_.vertex_count);
  EXPECT_STREQ(info.name, info_.name);
  const Mesh mesh = Mesh::build(io::read_bound_mesh(bytes, "body.glb", {}).value().meshes[0].mesh).value();
  std::vector<float> uvs(info.vertex_count * std::size_t{2});
  std::vector<uint32_t> indices(info.index_count);
  ASSERT_EQ(mannequin_mesh_copy_uvs(loaded, 0, uvs.data(), uvs.size()), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_mesh_copy_indices(loaded, 0, indices.data(), indices.size()), MANNEQUIN_OK);
  EXPECT_EQ(std::memcmp(uvs.data(), mesh.uvs().data(), mesh.uvs().size_bytes()), 0);
  EXPECT_EQ(std::memcmp(indices.data(), mesh.indices().data(), mesh.indices().size_bytes()), 0);
  EXPECT_EQ(mannequin_meshes_release(loaded), MANNEQUIN_OK);
}

TEST_F(CApiLookups, APaletteNamesItsJoints) {
  ASSERT_GT(info_.palette_size, 1u);
  std::vector<uint32_t> joints(info_.palette_size - 1);
  ASSERT_EQ(mannequin_mesh_copy_joints(body_, 0, joints.data(), joints.size()), MANNEQUIN_OK);
  const io::BoundMeshFile file = io::read_bound_mesh(embedded_asset("mannequin.glb"), "body.glb", {}).value();
  const std::vector<std::string>& names = file.meshes[0].skin.joint_names;
  ASSERT_EQ(joints.size(), names.size());
  for (std::size_t slot = 0; slot < names.size(); ++slot)
    EXPECT_EQ(joints[slot], static_cast<uint32_t>(own_.skeleton.find(names[slot]))) << names[slot];
}

TEST_F(CApiLookups, JointMatricesHoldTheJointsPlaces) {
  const double place[3] = {0.1, 0.2, 0.3};
  uint32_t head = 0, count = 0;
  ASSERT_EQ(mannequin_joint_find(character_, "mHead", &head), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_joint_count(character_, &count), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_position(avatar_, head, place), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  std::vector<float> matrices(count * std::size_t{12});
  ASSERT_EQ(
      mannequin_avatar_copy_joint_matrices(avatar_, MANNEQUIN_ROWS_3X4, matrices.data(), matrices.size()),
      MANNEQUIN_OK);
  for (uint32_t j = 0; j < count; ++j) {
    double xyz[3];
    ASSERT_EQ(mannequin_avatar_get_joint_position(avatar_, j, xyz), MANNEQUIN_OK);
    for (std::size_t axis = 0; axis < 3; ++axis)
      ASSERT_NEAR(matrices[j * std::size_t{12} + axis * 4 + 3], xyz[axis], 1e-6);
  }
}

TEST_F(CApiLookups, AShapeReplacesSlidersAndAResetForgetsThem) {
  const auto height = [&] {
    mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
    EXPECT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    EXPECT_EQ(mannequin_avatar_get_body_size(avatar_, &size), MANNEQUIN_OK);
    return size.height;
  };
  const double by_default = height();
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 2.0), MANNEQUIN_OK);
  const double tall = height();
  EXPECT_GT(tall, by_default + 0.05);
  const std::string shape = R"({"sex": "female", "params": {"33": -1.0}})";
  ASSERT_EQ(mannequin_avatar_set_shape(avatar_, shape.data(), shape.size(), "shape.json"), MANNEQUIN_OK)
      << mannequin_last_error();
  EXPECT_LT(height(), by_default - 0.01);
  ASSERT_EQ(mannequin_avatar_reset_sliders(avatar_), MANNEQUIN_OK);
  EXPECT_EQ(height(), by_default);
}

TEST_F(CApiLookups, AViewersFolderIsReadWhereThereIsOne) {
  mannequin_character* none = nullptr;
  EXPECT_REFUSED(MANNEQUIN_CANNOT_READ, mannequin_character_from_folder("/nowhere/character", &none));
  EXPECT_EQ(none, nullptr);
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  const std::string folder = shared_path("viewer-character").string();
  ASSERT_EQ(mannequin_character_from_folder(folder.c_str(), &none), MANNEQUIN_OK) << mannequin_last_error();
  uint32_t joints = 0;
  EXPECT_EQ(mannequin_joint_count(none, &joints), MANNEQUIN_OK);
  EXPECT_EQ(joints, own_.skeleton.size());
  EXPECT_EQ(mannequin_character_release(none), MANNEQUIN_OK);
}

}  // namespace
}  // namespace mannequin::test
