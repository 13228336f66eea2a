#include "engine/mesh/viewer_import.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

MeshDesc cloud(const std::vector<Vec3f>& positions) {
  MeshDesc desc;
  desc.name = "cloud";
  desc.positions = positions;
  desc.normals.assign(positions.size(), glm::normalize(Vec3f(1, 1, 0)));
  desc.uvs.assign(positions.size(), {0, 0});
  desc.indices = {0, 1, 2};
  desc.materials = {{"m"}};
  desc.faces = {{0, 0, static_cast<std::uint32_t>(positions.size()), 0, 3}};
  return desc;
}

Skeleton pair() {
  SkeletonDesc desc;
  desc.source = "pair";
  desc.joints.resize(2);
  desc.joints[0].name = "mTorso";
  desc.joints[0].position = {0, 0, 1};
  desc.joints[1].name = "mChest";
  desc.joints[1].parent = "mTorso";
  desc.joints[1].position = {0, 0, 0.2};
  return Skeleton::build(desc).value();
}

// Each vertex is weighted to joint 0 by `weights`, to joint 1 by the rest; 0: no influence at all.
SkinDesc weighted(const std::vector<float>& weights) {
  SkinDesc desc;
  desc.joint_names = {"mTorso", "mChest"};
  desc.inverse_binds.assign(2, Mat4(1.0));
  desc.influence_begin = {0};
  for (const float weight : weights) {
    if (weight > 0.0f) {
      desc.influences.push_back({0, weight});
      desc.influences.push_back({1, 1.0f - weight});
    }
    desc.influence_begin.push_back(static_cast<std::uint32_t>(desc.influences.size()));
  }
  return desc;
}

TEST(ViewerImport, FitsTheMeshIntoAUnitCube) {
  const auto mesh = Mesh::build(cloud({{1, 0, 5}, {3, 8, 5}, {2, 4, 5}}));
  const ViewerImport import = make_viewer_import(*mesh);
  EXPECT_EQ(import.scale, Vec3f(2, 8, 1));  // an axis without extent counts as 1
  EXPECT_EQ(import.translation, Vec3f(2, 4, 5));
  EXPECT_EQ(import.positions[0], Vec3f(-0.5f, -0.5f, 0));
  EXPECT_EQ(import.positions[1], Vec3f(0.5f, 0.5f, 0));
  // Normals turn the other way: n x size, then unit.
  EXPECT_NEAR(glm::length(import.normals[0] - glm::normalize(Vec3f(2, 8, 0))), 0.0f, 1e-6f);
  EXPECT_TRUE(import.influences.empty());
}

TEST(ViewerImport, AdjustsTheBindShape) {
  const auto mesh = Mesh::build(cloud({{1, 0, 5}, {3, 8, 5}, {2, 4, 5}}));
  SkinDesc desc = weighted({1, 1, 1});
  desc.bind_shape[3] = Vec4(10, 0, 0, 1);
  const auto skin = Skin::build(desc, *mesh, pair());
  ASSERT_TRUE(skin) << skin.error().message();
  const ViewerImport import = make_viewer_import(*mesh, *skin);
  for (std::size_t v = 0; v < 3; ++v)
    EXPECT_EQ(Vec3(import.bind_shape * Vec4(Vec3(import.positions[v]), 1.0)),
              Vec3(mesh->positions()[v]) + Vec3(10, 0, 0));
  EXPECT_FALSE(import.orientation.warning);
}

TEST(ViewerImport, CloseVerticesShareTheInfluencesOfTheFirstInOrder) {
  // Along x: vertex 3, 7 um further vertex 2, 7 um further vertex 4, each of which is nearest to itself.
  const std::vector<Vec3f> positions = {
      {0, 0, 0}, {1, 1, 1}, {0.500007f, 0.3f, 0.5f}, {0.5f, 0.3f, 0.5f}, {0.500014f, 0.3f, 0.5f}};
  const auto mesh = Mesh::build(cloud(positions));
  const auto skin = Skin::build(weighted({0.125f, 0.25f, 0.375f, 0.5f, 0.75f}), *mesh, pair());
  ASSERT_TRUE(skin);
  const ViewerImport import = make_viewer_import(*mesh, *skin);
  const auto of_torso = [&](std::size_t v) {
    const VertexInfluences& influences = import.influences[v];
    return influences.joint[0] == 0 ? influences.weight[0] : influences.weight[1];
  };
  EXPECT_EQ(of_torso(0), 0.125f);
  EXPECT_EQ(of_torso(3), 0.5f);
  EXPECT_EQ(of_torso(2), 0.5f);
  EXPECT_EQ(of_torso(4), 0.375f);
}

TEST(ViewerImport, OfEqualPositionsTheLastInTheFileWins) {
  MeshDesc desc = cloud({{0, 0, 0}, {1, 1, 1}, {0.5f, 0, 0}, {0.5f, 0, 0}});
  desc.source_indices = {0, 1, 7, 3};
  const auto mesh = Mesh::build(desc);
  const auto skin = Skin::build(weighted({1, 1, 0.75f, 0.625f}), *mesh, pair());
  ASSERT_TRUE(skin);
  const ViewerImport import = make_viewer_import(*mesh, *skin);
  EXPECT_EQ(import.influences[2].weight[0], 0.75f);
  EXPECT_EQ(import.influences[3].weight[0], 0.75f);
}

TEST(ViewerImport, AVertexWithoutInfluenceHasNone) {
  const auto mesh = Mesh::build(cloud({{0, 0, 0}, {1, 1, 1}, {0.5f, 0, 0}}));
  const auto skin = Skin::build(weighted({1, 0, 1}), *mesh, pair());
  ASSERT_TRUE(skin);
  for (const float weight : make_viewer_import(*mesh, *skin).influences[1].weight) EXPECT_EQ(weight, 0.0f);
}

TEST(ViewerImport, ListsJointsThatCountAsOffset) {
  const auto mesh = Mesh::build(cloud({{0, 0, 0}, {1, 1, 1}, {0.5f, 0, 0}}));
  const Skeleton skeleton = pair();
  const auto offsets = [&](std::optional<Vec3> torso, std::optional<Vec3> chest) {
    SkinDesc desc = weighted({1, 1, 1});
    desc.joint_positions = {torso, chest};
    return offset_joints(Skin::build(desc, *mesh, skeleton).value(), skeleton);
  };
  EXPECT_TRUE(offsets(std::nullopt, std::nullopt).empty());
  EXPECT_TRUE(offsets(Vec3(0, 0, 1.00005), Vec3(0, 0, 0.2)).empty());
  const auto found = offsets(Vec3(0, 0, 1), Vec3(0, 0.003, 0.2));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(skeleton[found[0].joint].name, "mChest");
  EXPECT_NEAR(found[0].distance, 0.003, 1e-7);
}

}  // namespace
}  // namespace mannequin
