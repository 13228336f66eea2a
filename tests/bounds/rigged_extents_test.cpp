// The viewer's boxes, rule by rule (LLJointRiggingInfoTab), on
// a mesh small enough to verify by hand and on real bodies.
#include "engine/bounds/rigged_extents.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/avatar/avatar.h"
#include "engine/avatar/avatar_batch.h"
#include "tests/avatar/batch_case.h"

namespace mannequin::test {
namespace {

// Three vertices on mChest and mHead; `weights` of the two for each.
struct Rigged {
  Mesh mesh;
  Skin skin;
};
Rigged rigged(const std::vector<std::array<float, 2>>& weights, Mat4 bind_shape = Mat4(1.0)) {
  MeshDesc mesh;
  mesh.positions = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  mesh.normals.assign(3, {0, 0, 1});
  mesh.uvs.assign(3, {0, 0});
  mesh.source_indices = {0, 1, 2};
  mesh.indices = {0, 1, 2};
  mesh.faces = {{0, 0, 3, 0, 3}};
  mesh.materials = {{}};
  SkinDesc skin;
  skin.joint_names = {"mChest", "mHead"};
  skin.bind_shape = bind_shape;
  skin.inverse_binds = {Mat4(1.0), glm::translate(Mat4(1.0), Vec3(0, 0, -10))};
  skin.influence_begin = {0};
  for (const auto& vertex : weights) {
    for (std::uint32_t joint = 0; joint < 2; ++joint)
      if (vertex[joint] >= 0.0f) skin.influences.push_back({joint, vertex[joint]});
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
  }
  Mesh built = Mesh::build(mesh).value();
  Skin bound = Skin::build(skin, built, character().skeleton).value();
  return {std::move(built), std::move(bound)};
}

RiggedExtents extents_of(const Rigged& r, ExtentWeights weights = ExtentWeights::as_in_file) {
  return rigged_extents(r.mesh, r.skin, character().skeleton, weights);
}

const std::optional<Box>& at(const RiggedExtents& extents, const char* joint) {
  return extents[static_cast<std::size_t>(character().skeleton.find(joint))];
}

TEST(RiggedExtents, HoldTheJointsOriginAndWhatIsRiggedToIt) {
  const RiggedExtents extents = extents_of(rigged({{0.9f, 0.1f}, {0.5f, 0.5f}, {-1.0f, 0.999f}}));
  ASSERT_TRUE(at(extents, "mChest") && at(extents, "mHead"));
  EXPECT_EQ(at(extents, "mChest")->min, Vec3(0, 0, 0));  // the origin, though no vertex is there
  EXPECT_EQ(at(extents, "mChest")->max, Vec3(1, 2, 0));
  EXPECT_EQ(at(extents, "mHead")->min, Vec3(0, 0, -10));  // by its inverse bind
  EXPECT_EQ(at(extents, "mHead")->max, Vec3(0, 2, 0));
  EXPECT_FALSE(at(extents, "mPelvis"));
}

TEST(RiggedExtents, TestRawWeightsStrictly) {
  // Not normalised: four weak weights of a sum of 0.3 count for no joint.
  const RiggedExtents raw = extents_of(rigged({{0.15f, 0.15f}, {0.2f, 0.0f}, {0.21f, 0.0f}}));
  EXPECT_FALSE(at(raw, "mHead"));
  ASSERT_TRUE(at(raw, "mChest"));
  EXPECT_EQ(at(raw, "mChest")->max, Vec3(0, 0, 3));
  const RiggedExtents normalised =
      extents_of(rigged({{0.15f, 0.15f}, {0.2f, 0.0f}, {0.21f, 0.0f}}), ExtentWeights::normalised);
  EXPECT_EQ(at(normalised, "mChest")->max, Vec3(1, 2, 3));
  EXPECT_EQ(at(normalised, "mHead")->max, Vec3(1, 0, 0));
}

TEST(RiggedExtents, GiveAVertexWithoutInfluenceToTheFirstJoint) {
  const RiggedExtents extents = extents_of(rigged({{-1, -1}, {-1, 0.9f}, {-1, 0.9f}}));
  ASSERT_TRUE(at(extents, "mChest"));
  EXPECT_EQ(at(extents, "mChest")->max, Vec3(1, 0, 0));
}

TEST(RiggedExtents, AreMergedByJoint) {
  RiggedExtents all;
  merge_extents(all, extents_of(rigged({{0.9f, -1}, {0.1f, -1}, {0.1f, -1}})));
  merge_extents(all, extents_of(rigged({{0.1f, -1}, {0.1f, -1}, {0.9f, 0.9f}})));
  EXPECT_EQ(at(all, "mChest")->max, Vec3(1, 0, 3));
  EXPECT_EQ(at(all, "mHead")->min, Vec3(0, 0, -7));
}

TEST(RiggedExtents, OfOneFaceAreOfItsVerticesOnly) {
  const Rigged r = rigged({{0.9f, -1}, {0.9f, -1}, {0.9f, -1}});
  const FaceDesc face{0, 1, 1, 0, 0};
  const RiggedExtents extents =
      rigged_extents(r.mesh, r.skin, character().skeleton, ExtentWeights::as_in_file, &face);
  EXPECT_EQ(at(extents, "mChest")->max, Vec3(0, 2, 0));
}

TEST(RiggedExtents, GrowWhereAJointIsTurned) {
  const Box box = transformed_box({Vec3(-1, -1, 0), Vec3(1, 1, 2)},
                                  glm::rotate(Mat4(1.0), 0.25 * glm::pi<double>(), Vec3(0, 0, 1)));
  EXPECT_NEAR(box.max.x, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(box.max.z, 2.0);
  EXPECT_TRUE(transformed_box({}, Mat4(1.0)).empty());
}

TEST(ViewerAvatarBox, OfAMemberOfACrowdIsThatOfTheSameAvatarAlone) {
  const Skeleton& skeleton = character().skeleton;
  RiggedExtents extents(skeleton.size());
  for (const char* name : {"mHead", "mWristLeft", "L_UPPER_LEG"})
    extents[static_cast<std::size_t>(skeleton.find(name))] = Box{Vec3(-0.1, -0.3, 0), Vec3(0.2, 0.1, 0.4)};
  AvatarInputs inputs;
  inputs.sliders[33] = 0.8;
  inputs.pose.set_rotation(skeleton, skeleton.find("mShoulderLeft"), Quat(0.8, 0.6, 0.0, 0.0));
  auto batch = AvatarBatch::create(character()).value();
  batch.add_avatar();
  batch.set_sliders(0, inputs.sliders);
  batch.set_pose(0, inputs.pose);
  batch.evaluate();
  const Box alone = viewer_avatar_box(skeleton, evaluate_avatar(character(), inputs).joints, extents, {});
  const Box member = viewer_avatar_box(skeleton, batch.world_matrices(0), extents, {});
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(member.min[axis], alone.min[axis], 3e-6);
    EXPECT_NEAR(member.max[axis], alone.max[axis], 3e-6);
  }
}

TEST(ViewerAvatarBox, IsPaddedAroundTheSkeletonOnly) {
  const Skeleton& skeleton = character().skeleton;
  AvatarInputs inputs;
  inputs.pose.root_position = {10, 0, 0};
  const AvatarState state = evaluate_avatar(character(), inputs);
  const std::vector<Vec3> system{{10, 0, 1}, {10, 0.5, -1}};
  AvatarBoxParts parts;
  parts.system_joints = system;
  Box box = viewer_avatar_box(skeleton, state.joints, {}, parts);
  EXPECT_NEAR(box.min.z, -1.25, 1e-12);
  EXPECT_NEAR(box.max.y, 0.75, 1e-12);
  EXPECT_NEAR(box.min.x, 9.75, 1e-12);

  // The eight corners of a joint's box, so that a rotated joint's box is larger than its content; unpadded.
  RiggedExtents extents(skeleton.size());
  const auto head = static_cast<std::size_t>(skeleton.find("mHead"));
  extents[head] = Box{Vec3(-1, -1, 0), Vec3(1, 1, 2)};
  box = viewer_avatar_box(skeleton, state.joints, extents, parts);
  EXPECT_NEAR(box.max.z, (state.joints[head].world_from_joint() * Vec4(0, 0, 2, 1)).z, 1e-12);

  // A control avatar has no system meshes; a rigid object counts unless it is huge.
  parts.is_control_avatar = true;
  const std::vector<Box> objects{{{9, -4, -0.1}, {10, -3, 0.1}}, {{-900, 0, 0}, {900, 0, 0}}};
  parts.rigid_objects = objects;
  box = viewer_avatar_box(skeleton, state.joints, {}, parts);
  EXPECT_NEAR(box.min.z, -0.25, 1e-12);
  EXPECT_EQ(box.min.y, -4.0);
  EXPECT_EQ(box.min.x, 9.0);

  // At the world's origin the avatar's own place is taken.
  parts = {};
  parts.render_position = {0, 0, 20};
  box = viewer_avatar_box(skeleton, evaluate_avatar(character(), {}).joints, {}, parts);
  EXPECT_NEAR(box.max.z, 20.25, 1e-12);
}

}  // namespace
}  // namespace mannequin::test
