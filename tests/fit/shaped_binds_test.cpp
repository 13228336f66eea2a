// Meshes that were bound to a body shape: what it explains, and what it does not.
#include "engine/fit/shaped_binds.h"

#include <gtest/gtest.h>

#include "engine/appearance/shape.h"
#include "tests/fit/sleeves.h"

namespace mannequin::test {
namespace shaped_binds_test {

// Where a joint stands on a body with this slider at its maximum.
Mat4 on_body(const std::string& name, int slider) {
  const Character& character = builtin();
  const SliderValues sliders = {{slider, character.appearance[character.appearance.find(slider)].max}};
  std::vector<JointTransform> joints(character.skeleton.size());
  solve_pose(character.skeleton, evaluate_shape(character.skeleton, character.appearance, sliders).joints, {},
             {}, joints);
  return glm::translate(Mat4(1.0), Vec3(0.0, 0.0, 1.067)) *
         joints[static_cast<std::size_t>(character.skeleton.find(name))].world_from_joint();
}

constexpr int kArmLength = 693;

BoundMeshDesc bound_to_long_arms(const std::vector<std::string>& joints) {
  BoundMeshDesc bound = sleeves(joints);
  for (std::size_t j = 0; j < joints.size(); ++j)
    bound.skin.inverse_binds[j] = glm::inverse(on_body(joints[j], kArmLength));
  return bound;
}

void shift(BoundMeshDesc& bound, std::size_t joint, const Vec3& by) {
  bound.skin.inverse_binds[joint] = bound.skin.inverse_binds[joint] * glm::translate(Mat4(1.0), -by);
}

const Finding* moved(const Findings& findings) {
  const Finding* at_rest = find(findings, "moved_at_rest");
  return at_rest != nullptr ? at_rest : find(findings, "torn_without_positions");
}

TEST(ShapedBinds, WhatAShapeMovedFitsThatShape) {
  for (const std::vector<std::string>& joints : {std::vector<std::string>{"mElbowLeft", "mWristLeft"},
                                                 {"L_LOWER_ARM", "mWristLeft"},
                                                 {"mShoulderLeft", "mWristLeft"},
                                                 {"mChest", "mElbowLeft"}}) {
    const Findings findings = check(bound_to_long_arms(joints));
    EXPECT_EQ(moved(findings), nullptr) << joints[0] << ": " << moved(findings)->message;
    EXPECT_NE(find(findings, "bind_scale"), nullptr) << "or this test shows nothing";
  }
}

TEST(ShapedBinds, AHandFartherOutThanAnyShapeTakesIt) {
  // A bone between them may be in no skin.
  for (const char* arm : {"mElbowLeft", "L_LOWER_ARM"}) {
    BoundMeshDesc bound = bound_to_long_arms({arm, "mWristLeft"});
    shift(bound, 1, {0.0, 0.112, 0.0});
    const Finding* found = moved(check(bound));
    ASSERT_NE(found, nullptr) << arm;
    EXPECT_NE(found->message.find("more than by any body shape"), std::string::npos) << found->message;
  }
}

TEST(ShapedBinds, AMeshThatIsMovedAsAWholeIsPlacedByItsJoints) {
  BoundMeshDesc bound = bound_to_long_arms({"mElbowLeft", "mWristLeft"});
  for (const std::size_t joint : {0, 1}) shift(bound, joint, {0.0, 0.0, 0.5});
  EXPECT_EQ(moved(check(bound)), nullptr);
}

TEST(ShapedBinds, MeshesOfAFileAreComparedWithOneAnother) {
  std::vector<BoundMeshDesc> bound = {sleeves(), sleeves()};
  bound[1].mesh.name = "lower";
  bound[1].mesh.indices.resize(6);  // fewer vertices: the other one is right
  const auto checked = [&] { return check_upload(bound, builtin(), {}); };
  EXPECT_EQ(moved(checked()), nullptr);
  for (const std::size_t joint : {0, 1}) shift(bound[1], joint, {0.0, 0.0, 0.05});
  const Findings findings = checked();
  ASSERT_NE(moved(findings), nullptr);
  EXPECT_EQ(moved(findings)->mesh, "lower");
  EXPECT_NE(moved(findings)->message.find("50.0 mm"), std::string::npos) << moved(findings)->message;
}

// Also where both were bound to a shape.
TEST(ShapedBinds, OneShapeHasEachJointInOnePlace) {
  std::vector<BoundMeshDesc> bound = {bound_to_long_arms({"mElbowLeft", "mWristLeft"}),
                                      bound_to_long_arms({"mElbowLeft", "mWristLeft"})};
  bound[1].mesh.name = "lower";
  bound[1].mesh.indices.resize(6);
  EXPECT_EQ(moved(check_upload(bound, builtin(), {})), nullptr);
  for (const std::size_t joint : {0, 1}) shift(bound[1], joint, {0.0, 0.0, 0.02});
  EXPECT_NE(moved(check_upload(bound, builtin(), {})), nullptr);
}

}  // namespace shaped_binds_test
}  // namespace mannequin::test
