// The avatar before Bento.
#include "engine/appearance/legacy_character.h"

#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "tests/builtin_character.h"

namespace mannequin {
namespace {

Character legacy() {
  return Character::build(legacy_character(io::read_builtin_character().value())).value();
}

TEST(LegacyCharacter, HasTheJointsOfThatTime) {
  const Character old = legacy();
  std::map<JointKind, int> counts;
  for (const Joint& joint : old.skeleton.joints()) {
    ++counts[joint.kind];
    EXPECT_EQ(joint.support, JointSupport::base) << joint.name;
  }
  EXPECT_EQ(counts[JointKind::bone], 26);
  EXPECT_EQ(counts[JointKind::collision_volume], 26);
  EXPECT_EQ(counts[JointKind::attachment_point], 32) << "on the body";
  EXPECT_EQ(old.skeleton.find("mHandThumb1Left"), kNoJoint);
  EXPECT_EQ(old.skeleton.find("mSpine1"), kNoJoint);
  EXPECT_EQ(old.skeleton[old.skeleton[old.skeleton.find("mTorso")].parent].name, "mPelvis");
}

// The joints that are left stay where they were, at every setting of the sliders.
TEST(LegacyCharacter, SlidersMoveItsJointsAsEver) {
  const Character old = legacy();
  const Character& now = test::builtin_character();
  for (const SliderValues& sliders :
       {SliderValues{}, SliderValues{{33, 2.0}, {36, 1.0}, {80, 1.0}, {759, 0.9}, {38, -0.5}}}) {
    AvatarInputs inputs;
    inputs.sliders = sliders;
    const AvatarState then = evaluate_avatar(old, inputs), today = evaluate_avatar(now, inputs);
    for (std::size_t j = 0; j < old.skeleton.size(); ++j) {
      const auto same = static_cast<std::size_t>(now.skeleton.find(old.skeleton.joints()[j].name));
      EXPECT_LT(glm::length(then.joints[j].world_position - today.joints[same].world_position), 1e-9)
          << old.skeleton.joints()[j].name;
    }
  }
}

}  // namespace
}  // namespace mannequin
