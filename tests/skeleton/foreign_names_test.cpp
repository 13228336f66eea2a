// Bones of other rigs: which of the avatar's bones they correspond to, and which are only controls.
#include "engine/skeleton/foreign_names.h"

#include <gtest/gtest.h>

#include "tests/fit/builtin.h"

namespace mannequin {
namespace {

TEST(ForeignNames, KnowsTheRigsThatPeopleUse) {
  struct Case {
    const char *name, *rig, *joint;
    bool control;
  };
  for (const Case& c : {Case{"mixamorig:LeftArm", "Mixamo", "mShoulderLeft", false},
                        Case{"mixamorig1:RightHandIndex2", "Mixamo", "mHandIndex2Right", false},
                        Case{"mixamorig_Hips", "Mixamo", "mPelvis", false},
                        Case{"LeftHand", "", "mWristLeft", false},
                        Case{"Head", "Avastar", "mHead", true},
                        Case{"ElbowLeft", "Avastar", "mElbowLeft", true},
                        Case{"ikHandLeft", "Avastar", "", true},
                        Case{"COG", "Avastar", "mPelvis", true},
                        Case{"DEF-upper_arm.L", "Rigify", "mShoulderLeft", false},
                        Case{"ORG-forearm.R", "Rigify", "mElbowRight", true},
                        Case{"MCH-spine.002", "Rigify", "", true},
                        Case{"hand_ik.L", "Blender", "", true},
                        Case{"upper_arm_fk.L", "Blender", "", true},
                        Case{"CTRL_Hand_L", "Blender", "", true},
                        Case{"ThumbCtrl_L", "Blender", "", true},
                        Case{"poleTarget.R", "Blender", "", true},
                        Case{"Polly", "", "", false},
                        Case{"ik_hand_gun", "Unreal", "", true},
                        Case{"J_Bip_L_UpperLeg", "VRM", "mHipLeft", false},
                        Case{"J_Bip_C_UpperChest", "VRM", "mChest", false},
                        Case{"upperleg01.R", "", "mHipRight", false},
                        Case{"thigh_l", "", "mHipLeft", false},
                        Case{"Bone.001", "Blender", "", false},
                        Case{"Tentacle", "", "", false},
                        Case{"", "", "", false}}) {
    const ForeignName found = foreign_name(c.name);
    EXPECT_EQ(found.rig, c.rig) << c.name;
    EXPECT_EQ(found.joint, c.joint) << c.name;
    EXPECT_EQ(found.control, c.control) << c.name;
  }
}

TEST(ForeignNames, OnlyLeadToBonesOfTheAvatar) {
  for (const char* name : {"mixamorig:LeftArm", "LeftHand", "Head", "DEF-hand.L", "RightToeBase", "toe.R",
                           "HandThumb3Left", "Tail6", "Wing4FanLeft"}) {
    const std::string joint = foreign_name(name).joint;
    const JointIndex index = builtin().skeleton.find(joint);
    ASSERT_NE(index, kNoJoint) << name << " leads to '" << joint << "'";
    EXPECT_EQ(builtin().skeleton[index].kind, JointKind::bone) << name;
  }
}

// A bone is never taken for a volume or an attachment point, nor the other way round.
TEST(ForeignNames, SuggestionsKeepTheKindOfJoint) {
  const Skeleton& skeleton = builtin().skeleton;
  EXPECT_EQ(skeleton.nearest_name("Head"), "mHead");
  EXPECT_EQ(skeleton.nearest_name("LeftHand"), "mWristLeft");
  EXPECT_EQ(skeleton.nearest_name("mSholderRight"), "mShoulderRight");
  EXPECT_EQ(skeleton.nearest_name("L_UPER_ARM"), "L_UPPER_ARM");
  EXPECT_EQ(skeleton.nearest_name("Left Hnad"), "Left Hand");
  EXPECT_EQ(skeleton.nearest_name("Left_Hnd"), "Left_Hand");
  // Its own name, not the longer one that other programs use.
  EXPECT_EQ(skeleton.nearest_name("mixamorig:FaceForeheadLeft"), "mFaceForeheadLeft");
}

}  // namespace
}  // namespace mannequin
