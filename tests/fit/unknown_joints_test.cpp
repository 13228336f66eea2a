// Joints unknown to the avatar: one finding per cause, and what happens to the vertices.
#include <gtest/gtest.h>

#include "engine/io/gltf_writer.h"
#include "engine/mesh/retarget.h"
#include "tests/fit/sleeves.h"

namespace mannequin::test {
namespace unknown_joints_test {

// As the glTF reader gives it: with the places of its own joints.
BoundMeshDesc from_gltf(BoundMeshDesc bound) {
  for (std::size_t slot = 0; slot < bound.skin.joint_names.size(); ++slot)
    bound.skin.joint_rests.push_back(
        {bound.skin.joint_names[slot], glm::inverse(bound.skin.inverse_binds[slot])});
  bound.skin.joint_positions.clear();
  return bound;
}

TEST(UnknownJoints, OfOneRigAreOneFinding) {
  std::vector<BoundMeshDesc> meshes(3, sleeves({"mixamorig:LeftArm", "mixamorig:RightArm"}));
  for (std::size_t m = 0; m < meshes.size(); ++m)
    meshes[m].mesh.name = std::string(1, static_cast<char>('a' + m));
  const Findings findings = check_upload(meshes, builtin(), {});
  EXPECT_EQ(std::ranges::count(findings, std::string("unknown_joint"), &Finding::code), 1);
  const Finding* unknown = find(findings, "unknown_joint");
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown->severity, Severity::error);
  EXPECT_NE(unknown->message.find("of Mixamo"), std::string::npos) << unknown->message;
  EXPECT_NE(unknown->message.find("24 vertices"), std::string::npos) << unknown->message;
  EXPECT_NE(unknown->remedy.find("'mixamorig:LeftArm' to 'mShoulderLeft'"), std::string::npos)
      << unknown->remedy;
}

TEST(UnknownJoints, ControlBonesAreCalledSo) {
  const Findings findings = check(sleeves({"ShoulderLeft", "mShoulderRight"}));
  const Finding* control = find(findings, "control_bone");
  ASSERT_NE(control, nullptr);
  EXPECT_TRUE(is_refused(findings));
  EXPECT_NE(control->message.find("a control bone of Avastar"), std::string::npos) << control->message;
  EXPECT_NE(control->remedy.find("'ShoulderLeft' to 'mShoulderLeft'"), std::string::npos) << control->remedy;
  EXPECT_NE(control->remedy.find("only deforming bones"), std::string::npos) << control->remedy;
  EXPECT_EQ(find(findings, "unknown_joint"), nullptr);
}

// By its letters "root" is near an alias, rFoot.
TEST(UnknownJoints, ControlBonesOfNoPartLeadNowhere) {
  const Finding control = *find(check(sleeves({"root", "mShoulderRight"})), "control_bone");
  EXPECT_EQ(control.remedy.find("'root' to"), std::string::npos) << control.remedy;
}

TEST(UnknownJoints, AreDroppedFromGltfAndTheirVerticesCounted) {
  BoundMeshDesc bound = from_gltf(sleeves({"mShoulderLeft", "hand_ik.L", "mShoulderRight"}));
  // Four vertices follow the control bone, one of them a real joint too.
  bound.skin.influences.push_back({2, 0.5f});
  bound.skin.influence_begin.back() += 1;
  const Findings findings = check(bound);
  const Finding* control = find(findings, "control_bone");
  ASSERT_NE(control, nullptr);
  EXPECT_EQ(control->severity, Severity::warning);
  EXPECT_FALSE(is_refused(findings));
  EXPECT_NE(control->message.find("4 vertices"), std::string::npos) << control->message;
  EXPECT_NE(control->message.find("3 of them do not have"), std::string::npos) << control->message;

  SkinDesc skin = bound.skin;
  retarget(skin, builtin().skeleton, kViewerImporter);
  EXPECT_EQ(skin.joint_names, (std::vector<std::string>{"mShoulderLeft", "mShoulderRight"}));
  EXPECT_EQ(skin.influence_begin, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 4, 4, 4, 5}));
  EXPECT_EQ(skin.influences.back().joint, 1u);
  const Mesh mesh = Mesh::build(bound.mesh).value();
  EXPECT_EQ(Skin::build(skin, mesh, builtin().skeleton).value().unbound_vertices().size(), 3u);
}

TEST(UnknownJoints, WithoutWeightCostNothingInGltf) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mShoulderRight", "hand_ik.L"});
  EXPECT_TRUE(is_refused(check(bound))) << "a .dae loses its skin all the same";
  const Findings findings = check(from_gltf(bound));
  ASSERT_NE(find(findings, "control_bone"), nullptr);
  EXPECT_EQ(find(findings, "control_bone")->severity, Severity::info);
}

}  // namespace unknown_joints_test
}  // namespace mannequin::test
