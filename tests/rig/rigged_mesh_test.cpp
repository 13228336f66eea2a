#include "engine/rig/rigged_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "engine/skeleton/solve.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/rig/small_rig.h"

namespace mannequin {
namespace {

using test::bone;
using test::end_at;

// Two bones up from the origin, the second with a roll.
Rig arm_rig() {
  BoneDesc upper = bone("upper", "", end_at({0, 0, 0}), end_at({0, 0, 1}));
  BoneDesc lower = bone("lower", "upper", end_at({0, 0, 1}), end_at({0, -1, 1}));
  lower.roll = 0.5;
  return test::rig_of({lower, upper});
}

// A quad and a triangle that share a seam: vertex 1 has two texture coordinates. Vertex 5 is in no face.
BaseMesh patch() {
  BaseMesh mesh;
  mesh.source = "p.obj";
  mesh.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 0, 1),
                    Vec3(0, 0, 1), Vec3(2, 0, 0), Vec3(0, -2, 1)};
  mesh.uvs = {Vec2f(0, 0), Vec2f(1, 0), Vec2f(0.5f, 0.5f)};
  mesh.corners = {{0, 0, -1}, {1, 1, -1}, {2, 1, -1}, {3, 0, -1}, {1, 2, -1}, {4, 0, -1}, {2, 1, -1}};
  mesh.polygon_begin = {0, 4, 7};
  mesh.groups["body"] = {0, 1, 2, 3};
  return mesh;
}

void expect_near(const Mat4& a, const Mat4& b) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      EXPECT_NEAR(a[column][row], b[column][row], 1e-14) << column << ' ' << row;
}

// (x, y, z) of Blender's frame is (-y, x, z) in the avatar's.
const Mat4 kAvatarFromBlender(Vec4(0, 1, 0, 0), Vec4(-1, 0, 0, 0), Vec4(0, 0, 1, 0), Vec4(0, 0, 0, 1));

TEST(RiggedMesh, ItsSkeletonRestsWhereTheBonesAre) {
  const Rig rig = arm_rig();
  const RigFit fit = fit_rig(rig, patch()).value();
  const Skeleton skeleton = Skeleton::build(make_skeleton_desc(rig, fit)).value();
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, {}, joints);
  for (std::size_t i = 0; i < rig.bones().size(); ++i)
    expect_near(joints[static_cast<std::size_t>(skeleton.find(rig.bones()[i].name))].world_from_joint(),
                kAvatarFromBlender * fit.bones[i].world_from_bone);
  EXPECT_EQ(skeleton[skeleton.find("lower")].tail, Vec3(0, 1, 0));
}

TEST(RiggedMesh, AJointNamedAsTheAvatarsPelvisIsLikeAnyOther) {
  const Rig rig = test::rig_of({bone("mPelvis", "", end_at({0, 0, 1}), end_at({0, 0, 2}))});
  const Skeleton skeleton = Skeleton::build(make_skeleton_desc(rig, fit_rig(rig, patch()).value())).value();
  EXPECT_EQ(skeleton[0].rest_position, Vec3(0, 0, 1));
}

TEST(RiggedMesh, KeepsVerticesInOrderAndCopiesThoseAtSeams) {
  const Rig rig = arm_rig();
  const RigFit fit = fit_rig(rig, patch()).value();
  RigWeights weights;
  weights.groups = {{"lower", {{0, 0.5}}}};
  const RiggedMesh all = make_rigged_mesh(rig, fit, patch(), weights, BaseMeshPart::all).value();
  const MeshDesc& mesh = all.bound.mesh;
  EXPECT_EQ(mesh.source_indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 1}));
  EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 6, 4, 2}));
  EXPECT_EQ(mesh.positions[4], Vec3f(0, 2, 0));
  EXPECT_EQ(mesh.normals[0], Vec3f(1, 0, 0));  // (0, -1, 0) in Blender's frame: to the front
  EXPECT_EQ(mesh.uvs[6], Vec2f(0.5f, 0.5f));
  EXPECT_EQ(all.unweighted, 5u);  // of the base mesh: copies are not counted again
  const RiggedMesh body = make_rigged_mesh(rig, fit, patch(), weights, BaseMeshPart::body).value();
  EXPECT_EQ(body.bound.mesh.source_indices, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(body.bound.mesh.indices.size(), 6u);
  const auto built = Mesh::build(all.bound.mesh);
  ASSERT_TRUE(built) << built.error().message();
}

TEST(RiggedMesh, IsSkinnedByItsPose) {
  const Rig rig = arm_rig();
  const BaseMesh base = patch();
  const RigFit fit = fit_rig(rig, base).value();
  RigWeights weights;
  weights.groups = {{"upper", {{0, 1.0}, {1, 0.25}}}, {"lower", {{5, 1.0}, {1, 0.75}}}};
  const RiggedMesh rigged = make_rigged_mesh(rig, fit, base, weights, BaseMeshPart::all).value();
  const Skeleton skeleton = Skeleton::build(make_skeleton_desc(rig, fit)).value();
  const Mesh mesh = Mesh::build(rigged.bound.mesh).value();
  const Skin skin = Skin::build(rigged.bound.skin, mesh, skeleton).value();
  // The forearm a quarter turn about its own X, on top of how it rests.
  const JointIndex lower = skeleton.find("lower");
  const Quat turn = glm::angleAxis(std::numbers::pi / 2.0, Vec3(1, 0, 0));
  Pose pose;
  pose.set_rotation(skeleton, lower, skeleton[lower].rest_rotation * turn);
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, pose, joints);
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, joints, std::span<Mat4>(palette));
  // By hand in Blender's frame: v goes into the bone's frame, is turned there, and goes back.
  const Mat4 rest = fit.bones[0].world_from_bone;
  const Mat4 moved = rest * Mat4(glm::mat3_cast(turn)) * glm::inverse(rest);
  const auto slot = static_cast<std::size_t>(std::ranges::find(rigged.bound.skin.joint_names, "lower") -
                                             rigged.bound.skin.joint_names.begin());
  expect_near(palette[slot], kAvatarFromBlender * moved * glm::inverse(kAvatarFromBlender));
  // Vertex 5 is 2 along the bone from its head: it ends at a right angle, along the bone's Z at rest.
  const Vec3 at = Vec3(palette[slot] * Vec4(Vec3(mesh.positions()[5]), 1.0));
  EXPECT_LT(glm::length(at - Vec3(kAvatarFromBlender * (rest[3] + 2.0 * rest[2]))), 1e-12);
  EXPECT_EQ(skin.unbound_vertices().size(), 3u);
}

TEST(RiggedMesh, SaysWhatFourInfluencesLose) {
  std::vector<BoneDesc> bones;
  RigWeights weights;
  const double of_bone[] = {0.4, 0.2, 0.2, 0.1, 0.06, 0.04};
  for (int i = 0; i < 6; ++i) {
    const std::string name = "b" + std::to_string(i);
    bones.push_back(bone(name, "", end_at({0, 0, 0}), end_at({0, 0, 1})));
    weights.groups.push_back({name, {{0, of_bone[i]}}});
    if (i < 4) weights.groups.back().weights.push_back({1, 0.25});
  }
  const Rig rig = test::rig_of(bones);
  const RiggedMesh rigged =
      make_rigged_mesh(rig, fit_rig(rig, patch()).value(), patch(), weights, BaseMeshPart::all).value();
  EXPECT_EQ(rigged.loss.vertices, 1u);
  EXPECT_EQ(rigged.loss.most, 6u);
  EXPECT_NEAR(rigged.loss.largest_weight, 0.06, 1e-12);
  EXPECT_NEAR(rigged.loss.largest_sum, 0.10, 1e-12);
  EXPECT_EQ(rigged.unweighted, 4u);
}

TEST(RiggedMesh, NeedsFaces) {
  BaseMesh points;
  points.source = "p.obj";
  points.positions = {Vec3(0.0)};
  const Rig rig = arm_rig();
  const auto rigged = make_rigged_mesh(rig, fit_rig(rig, points).value(), points, {}, BaseMeshPart::all);
  ASSERT_FALSE(rigged);
  EXPECT_NE(rigged.error().message().find("p.obj: contains no faces"), std::string::npos);
}

// A fan around the first corner would cover more than twice as much, partly outside.
TEST(RiggedMesh, ConcavePolygonsAreCutWithoutOverlap) {
  BaseMesh mesh;
  mesh.positions = {{0.1, 0.2, 1.2},  {0.1, 0.2, 1.25}, {0.1, 0.05, 1.25},
                    {0.1, 0.05, 1.4}, {0.1, 0.0, 1.4},  {0.1, 0.0, 1.2}};
  for (std::uint32_t v = 0; v < 6; ++v) mesh.corners.push_back({v, -1, -1});
  mesh.polygon_begin = {0, 6};
  const MeshDesc out = plain_mesh(mesh);
  double area = 0.0;
  for (std::size_t i = 0; i + 2 < out.indices.size(); i += 3) {
    const Vec3 a(out.positions[out.indices[i]]), b(out.positions[out.indices[i + 1]]),
        c(out.positions[out.indices[i + 2]]);
    area += 0.5 * glm::length(glm::cross(b - a, c - a));
  }
  EXPECT_NEAR(area, 0.0175, 1e-7);  // positions are single
}

}  // namespace
}  // namespace mannequin
