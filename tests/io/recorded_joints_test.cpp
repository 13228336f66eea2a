#include "engine/io/recorded_joints.h"

#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/io/file.h"
#include "engine/io/shape_file.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::io {
namespace recorded_joints_test {

Result<RecordedJoints> read(const std::string& text) {
  return read_recorded_joints(std::as_bytes(std::span(text)), "dump");
}

std::string message(const std::string& text) {
  const auto recorded =
      read("<linden_genepool>\n<archetype>\n" + text + "\n</archetype>\n</linden_genepool>\n");
  return recorded ? "no error" : recorded.error().message();
}

TEST(RecordedJoints, TakesJointsAndWhatOffsetThem) {
  const auto recorded = read(R"(<linden_genepool version="1.0"><archetype name="a > b">
    <param id="33" value="1"/>
    <bone name="mNeck" position="0.1 -0.2 3e-1" scale="1 2 3"/>
    <collision_volume name="BELLY" position="0 0 0" scale="0.1 0.1 0.1"/>
    <attachment_point name="Left &amp; Right" position=" 1  2	3 " scale="1 1 1"/>
    <bone name="mNeck" position="7 8 9" scale="1 1 1"/>
    <joint_offset name="mNeck" position="7 8 9" mesh_id="22222222-2222-2222-2222-222222222222" count="1"/>
    <joint_scale name="mNeck" scale="1 1 1" mesh_id="22222222-2222-2222-2222-222222222222"/>
    <pelvis_fixup z="0.25" mesh_id="11111111-2222-2222-2222-222222222222"/>
    </archetype><archetype><bone name="mHead" position="0 0 0" scale="1 1 1"/></archetype></linden_genepool>)");
  ASSERT_TRUE(recorded) << recorded.error().message();
  ASSERT_EQ(recorded->joints.size(), 3u) << "of the first archetype";
  EXPECT_EQ(recorded->joints[0].name, "mNeck");
  EXPECT_EQ(recorded->joints[0].position, Vec3(7, 8, 9));
  EXPECT_EQ(recorded->joints[2].name, "Left & Right");
  EXPECT_EQ(recorded->joints[2].position, Vec3(1, 2, 3));
  ASSERT_EQ(recorded->worn.size(), 2u);
  EXPECT_EQ(recorded->worn[0].pelvis_offset, 0.25);
  EXPECT_TRUE(recorded->worn[1].lock_scale);
  ASSERT_EQ(recorded->worn[1].joints.size(), 1u);
  EXPECT_EQ(recorded->worn[1].joints[0].joint, "mNeck");
}

TEST(RecordedJoints, NamesTheFault) {
  EXPECT_NE(message("<param id=\"33\" value=\"1\"/>").find("no joint"), std::string::npos);
  EXPECT_NE(message("<bone position=\"0 0 0\" scale=\"1 1 1\"/>").find("dump:3: a bone has no name"),
            std::string::npos);
  EXPECT_NE(message("<bone name=\"a\" scale=\"1 1 1\"/>").find("position of a bone is missing"),
            std::string::npos);
  EXPECT_NE(message("<bone name=\"a\" position=\"0 0\" scale=\"1 1 1\"/>").find("'0 0'"), std::string::npos);
  EXPECT_NE(message("<bone name=\"a\" position=\"0 0 0\" scale=\"1 1 1 1\"/>").find("'1 1 1 1'"),
            std::string::npos);
  EXPECT_NE(message("<bone name=\"a\" position=\"0 0 nan\" scale=\"1 1 1\"/>").find("nan"),
            std::string::npos);
  EXPECT_NE(message("<joint_offset name=\"a\" position=\"0 0 0\" mesh_id=\"1\"/>").find("mesh_id"),
            std::string::npos);
  EXPECT_NE(message("<pelvis_fixup z=\"x\" mesh_id=\"22222222-2222-2222-2222-222222222222\"/>").find("z"),
            std::string::npos);
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("<html><bone/></html>"));
}

// What a running viewer had, next to ours: every joint and volume but those that something else than sliders
// moved.
class DumpedAvatar : public testing::TestWithParam<const char*> {};

TEST_P(DumpedAvatar, StandsWhereTheViewerHadIt) {
  const std::string path = std::string("fixtures/shapes/") + GetParam() + ".xml";
  MANNEQUIN_NEEDS_SHARED(path);
  const Character& c = test::character(test::CharacterSource::builtin);
  const Bytes bytes = read_file(test::shared_path(path)).value();
  const RecordedJoints dump = read_recorded_joints(bytes, path).value();
  AvatarInputs inputs{
      .sliders = read_shape(bytes, path, c.appearance)->sliders, .worn = dump.worn, .pose = {}};
  const AvatarState state = evaluate_avatar(c, inputs);
  // Half a unit of the sixth decimal, and the viewer's sums in single precision.
  test::Worst position(1.5e-6), scale(1.5e-6);
  for (const RecordedJoint& joint : dump.joints) {
    const JointIndex index = c.skeleton.find(joint.name);
    if (index == kNoJoint) continue;  // the screen's points
    const JointTransform& ours = state.joints[static_cast<std::size_t>(index)];
    // mPelvis stands where the animation of that moment put it; the breasts' volumes swing with
    // physics, by weights too small for the dump's three decimals.
    const bool moved = joint.name == "mPelvis" || joint.name == "LEFT_PEC" || joint.name == "RIGHT_PEC";
    for (int axis = 0; axis < 3; ++axis) {
      if (!moved) position.compare(ours.position[axis], joint.position[axis], joint.name);
      scale.compare(ours.scale[axis], joint.scale[axis], joint.name);
    }
    if (joint.name != "mPelvis") {
      EXPECT_LT(glm::length(ours.position - joint.position), 2e-4) << joint.name;
    }
  }
  EXPECT_EQ(position.count(), 3u * 203u);
  EXPECT_WITHIN_LIMIT(position);
  EXPECT_WITHIN_LIMIT(scale);
}

INSTANTIATE_TEST_SUITE_P(Dumps, DumpedAvatar, testing::Values("Angela", "Brenda", "Emily"),
                         [](const auto& dump) { return std::string(dump.param); });

}  // namespace recorded_joints_test
}  // namespace mannequin::io
