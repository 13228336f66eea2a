#include "tools/document/vertex_weights.h"

#include "tests/document/document_case.h"
#include "tools/document/picking.h"

namespace mannequin::document {
namespace {

using VertexWeightsTest = DocumentTest;

TEST_F(VertexWeightsTest, OfClothesStandBesideThoseOfTheBodyBelow) {
  ASSERT_TRUE(document_->files.open(write_mesh(test::box_figure(character_.skeleton), "body.glb"), false));
  const WornMesh& body = *document_->avatar().worn()[0]->meshes[0];
  // A copy of one vertex' surroundings that follows the pelvis alone.
  BoundMeshDesc belt = test::box_on(character_.skeleton, "mPelvis", {});
  const Vec3f place = body.bound()[5];
  for (Vec3f& p : belt.mesh.positions)
    p = place + Vec3f(0.01f, 0.0f, 0.0f) + 0.001f * (p - belt.mesh.positions.back());
  ASSERT_TRUE(document_->files.open(write_mesh(belt, "belt.glb"), false));
  document_->update(0.0);
  const WornMesh& worn = *document_->avatar().worn()[1]->meshes[0];

  const auto below = facing_vertex(document_->avatar(), worn.id, 0);
  ASSERT_TRUE(below);
  EXPECT_EQ(below->file->name, "body.glb");
  EXPECT_EQ(below->mesh, &body);
  EXPECT_NEAR(below->metres, glm::distance(Vec3(worn.bound()[0]), Vec3(body.bound()[below->vertex])), 1e-9);
  const auto pairs = weights_side_by_side(worn, 0, *below);
  double here = 0.0, there = 0.0;
  for (const WeightPair& pair : pairs) here += pair.here, there += pair.there;
  EXPECT_NEAR(here, 1.0, 1e-4);
  EXPECT_NEAR(there, 1.0, 1e-4);
  for (const auto& [joint, weight] : vertex_weights(body, below->vertex)) {
    const auto found = std::ranges::find(pairs, joint, &WeightPair::joint);
    ASSERT_NE(found, pairs.end());
    EXPECT_EQ(found->there, weight);
  }
  const auto above = facing_vertex(document_->avatar(), body.id, below->vertex);
  ASSERT_TRUE(above);
  EXPECT_EQ(above->file->name, "belt.glb") << "for a body the clothes";

  document_->wardrobe.show(0, false);
  document_->update(0.0);
  EXPECT_FALSE(facing_vertex(document_->avatar(), worn.id, 0)) << "what is hidden is beside nothing";
}

TEST_F(VertexWeightsTest, OfOneFileOnlyItsOwnVerticesAreCounted) {
  ASSERT_TRUE(document_->files.open(write_mesh(test::box_figure(character_.skeleton), "body.glb"), false));
  ASSERT_TRUE(
      document_->files.open(write_mesh(test::box_on(character_.skeleton, "mChest", {}), "box.glb"), false));
  document_->update(0.0);
  const DressedAvatar& avatar = document_->avatar();
  const JointIndex chest = character_.skeleton.find("mChest");
  const auto& body = avatar.worn()[0];
  const auto& box = avatar.worn()[1];
  const std::size_t of_box = box->meshes[0]->mesh.vertex_count();
  EXPECT_EQ(weighted_vertices(avatar, chest, box.get()), of_box) << "all of it follows the chest";
  EXPECT_EQ(avatar.visible_vertices(box.get()), of_box);
  EXPECT_GT(weighted_vertices(avatar, chest, body.get()), 0u);
  EXPECT_LT(weighted_vertices(avatar, chest, body.get()), avatar.visible_vertices(body.get()));
  EXPECT_EQ(weighted_vertices(avatar, chest), weighted_vertices(avatar, chest, body.get()) + of_box);
  EXPECT_EQ(avatar.visible_vertices(), avatar.visible_vertices(body.get()) + of_box);
}

}  // namespace
}  // namespace mannequin::document
