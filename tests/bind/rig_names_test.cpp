#include "engine/bind/rig_names.h"

#include <gtest/gtest.h>

#include "engine/bind/bones.h"
#include "engine/io/joint_parents.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

TEST(RigNames, WhatProgramsDoToNamesIsUndone) {
  EXPECT_EQ(simple_joint_name("mixamorig:LeftForeArm"), "leftforearm");
  EXPECT_EQ(simple_joint_name("mixamorig4:Hips"), "hips");
  EXPECT_EQ(simple_joint_name("mixamorig_Spine1"), "spine1");
  EXPECT_EQ(simple_joint_name("DEF-upper_arm.L.001"), "upperarml001");
  EXPECT_EQ(simple_joint_name("J_Bip_L_UpperArm"), "jbiplupperarm");
}

TEST(RigNames, EveryKnownNameIsAJointOfTheAvatar) {
  const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
  for (const char* rig : {"mixamo", "vrm", "rigify", "makehuman"}) {
    const auto names = known_rig(rig);
    ASSERT_TRUE(names) << rig;
    EXPECT_GT(names->size(), 40u) << rig;
    for (const auto& [theirs, ours] : *names) {
      EXPECT_NE(skeleton.find(ours), kNoJoint) << rig << ": " << theirs << " -> " << ours;
      EXPECT_EQ(simple_joint_name(theirs), theirs);
    }
  }
  EXPECT_FALSE(known_rig("biped"));
}

TEST(RigNames, JointsWithoutCounterpartGoToTheirAncestors) {
  const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
  SkinDesc skin;
  skin.joint_names = {"mixamorig:Sleeve", "mixamorig:LeftArm", "mixamorig:LeftForeArm",
                      "mixamorig:Spine2", "mixamorig:Spine1",  "Nobody"};
  for (std::size_t j = 0; j < 6; ++j) {
    Mat4 bind(1.0);
    bind[3] = Vec4(0.0, -0.1 * static_cast<double>(j), -1.4, 1.0);
    skin.inverse_binds.push_back(bind);
  }
  skin.influences = {{0, 0.5f}, {1, 0.25f}, {2, 0.25f}, {3, 0.5f}, {4, 0.5f}};
  skin.influence_begin = {0, 3, 5};
  const RenamedRig renamed = rename_rig(
      skin, known_rig("mixamo").value(),
      {{"mixamorig:Sleeve", "mixamorig:Cuff"}, {"mixamorig:Cuff", "mixamorig:LeftArm"}, {"Nobody", "Nobody"}},
      skeleton);
  EXPECT_EQ(skin.joint_names, (std::vector<std::string>{"mShoulderLeft", "mElbowLeft", "mChest", "Nobody"}));
  EXPECT_EQ(renamed.unknown, std::vector<std::string>{"Nobody"});
  EXPECT_EQ(renamed.merged.size(), 2u);
  EXPECT_EQ(renamed.renamed.size(), 3u);
  ASSERT_EQ(skin.influence_begin, (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_EQ(skin.influences[0].joint, 0u);
  EXPECT_FLOAT_EQ(skin.influences[0].weight, 0.75f);
  EXPECT_FLOAT_EQ(skin.influences[2].weight, 1.0f);
  // The joint stays where it is; its position is relative to its parent.
  EXPECT_NEAR(skin.inverse_binds[1][3].y, -0.2, 1e-12);
  ASSERT_TRUE(skin.joint_positions[1]);
  EXPECT_NEAR(skin.joint_positions[1]->y, 0.1, 1e-12);
}

TEST(RigNames, FilesSayWhoseChildANodeIs) {
  constexpr std::string_view kGltf =
      R"({"asset":{"version":"2.0"},"nodes":[{"name":"Hips","children":[1]},{"name":"Spine"}]})";
  constexpr std::string_view kDae =
      "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
      "version=\"1.4.1\">"
      "<library_visual_scenes><visual_scene id=\"s\"><node id=\"a\" name=\"Hips\" sid=\"Hips\"><node "
      "id=\"b\" "
      "name=\"Spine\" sid=\"Spine\"/></node></visual_scene></library_visual_scenes></COLLADA>";
  for (const std::string_view text : {kGltf, kDae}) {
    const auto parents = io::read_joint_parents(std::as_bytes(std::span(text)));
    ASSERT_TRUE(parents.contains("Spine"));
    EXPECT_EQ(parents.at("Spine"), "Hips");
  }
  for (const std::string_view text : {"", "{", "<", "solid", "{\"nodes\":3}"})
    EXPECT_TRUE(io::read_joint_parents(std::as_bytes(std::span(std::string_view(text)))).empty());
}

}  // namespace
}  // namespace mannequin::test
