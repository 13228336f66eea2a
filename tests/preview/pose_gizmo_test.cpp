// Rotating joints with the rings around them.
#include "tools/preview/panels/pose/pose_gizmo.h"

#include <SDL_keycode.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <glm/gtc/constants.hpp>

#include "tests/preview/pointer_fixture.h"

namespace mannequin::preview {
namespace {

class PoseGizmoTest : public PointerTest {
 protected:
  void SetUp() override {
    PointerTest::SetUp();
    if (!context_) return;
    workspace().view.settings.rings = true;
    workspace().view.camera().orthographic = true;
    look("front");
    workspace().actions.select_joint(joint("mElbowLeft"));
    // The camera makes room for the plate with its name.
    for (int i = 0; i < 3; ++i) frame(1.0);
    workspace().view.camera().turn(1e-9, 0.0);  // by hand: now it makes none for limbs that are raised
    frame();
  }

  // Presses a ring at an angle and drags along it. The pointer has whole places only: gives the angle that
  // these are apart, for a ring that is seen as a circle.
  double turn_ring(std::size_t ring, double from, double degrees, bool let_go = true) {
    const auto rings = interface().gizmo().rings();
    if (!rings) {
      ADD_FAILURE() << "no rings";
      return 0.0;
    }
    const ImVec2 center = on_screen(rings->center);
    const auto place = [&](double angle) {
      const ImVec2 at = on_screen(rings->point(ring, angle));
      return ImVec2(std::floor(at.x), std::floor(at.y));
    };
    const auto angle = [&](ImVec2 at) { return std::atan2(center.y - at.y, at.x - center.x); };
    io().MousePos = place(from);
    frame(1.0);
    press();
    for (int i = 1; i <= 4; ++i) point(place(from + glm::radians(degrees * i / 4)));
    if (let_go) release();
    return glm::degrees(std::remainder(static_cast<double>(angle(io().MousePos) - angle(place(from))),
                                       glm::two_pi<double>()));
  }

  std::optional<Quat> rotation(const char* name) {
    const Pose& pose = workspace().document.avatar().choice().pose;
    return pose.rotations.empty() ? std::nullopt : pose.rotations[static_cast<std::size_t>(joint(name))];
  }
  std::size_t posed_joints() {
    std::size_t count = 0;
    for (std::size_t j = 0; j < character_->skeleton.size(); ++j)
      count += workspace().document.posing.is_posed(static_cast<JointIndex>(j)) ? 1 : 0;
    return count;
  }
  std::vector<Mat4> joints() {
    frame();
    std::vector<Mat4> all;
    for (const JointTransform& at : workspace().document.avatar().state().joints)
      all.push_back(at.world_from_joint());
    return all;
  }
};

TEST_F(PoseGizmoTest, ADragTurnsExactlyThatJointAndIsOneStep) {
  const std::vector<Mat4> before = joints();
  const double degrees = turn_ring(0, 0.3, 35.0);  // seen from in front, the ring about X is a circle
  EXPECT_NEAR(degrees, 35.0, 1.5);
  ASSERT_TRUE(rotation("mElbowLeft"));
  const Quat q = *rotation("mElbowLeft");
  EXPECT_NEAR(glm::degrees(glm::angle(q)), degrees, 0.06) << "tenths of a degree";
  EXPECT_NEAR(glm::axis(q).x, 1.0, 1e-12);
  EXPECT_EQ(posed_joints(), 1u);
  const double tenths = std::round(10.0 * degrees) / 10.0;
  EXPECT_EQ(workspace().document.history().undo_name(),
            fmt::format("Turn mElbowLeft {:.{}f}\u00b0", tenths, tenths == std::round(tenths) ? 0 : 1));
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "T *");
  workspace().document.undo();
  EXPECT_FALSE(workspace().document.history().can_undo()) << "one drag is one step";
  const std::vector<Mat4> after = joints();
  EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(Mat4)), 0);
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "T");
}

TEST_F(PoseGizmoTest, TurnsAddUpInTheJointsOwnFrame) {
  modifiers(true, false, false);
  turn_ring(0, 0.3, 90.0);
  EXPECT_EQ(workspace().document.history().undo_name(), "Turn mElbowLeft 90\u00b0");
  turn_ring(0, 0.3 - glm::half_pi<double>(), -30.0);  // the rings have turned along
  EXPECT_EQ(workspace().document.history().undo_name(), "Turn mElbowLeft -30\u00b0");
  modifiers(false, false, false);
  workspace().document.posing.begin_turn(joint("mElbowLeft"));
  workspace().document.posing.turn(Vec3(0.0, 0.0, 1.0), 20.0);
  workspace().document.posing.end_turn();
  const Quat wanted = glm::angleAxis(glm::radians(60.0), Vec3(1.0, 0.0, 0.0)) *
                      glm::angleAxis(glm::radians(20.0), Vec3(0.0, 0.0, 1.0));
  EXPECT_NEAR(std::abs(glm::dot(*rotation("mElbowLeft"), wanted)), 1.0, 1e-12);
}

TEST_F(PoseGizmoTest, CtrlTurnsInStepsOfFiveDegrees) {
  modifiers(true, false, false);
  turn_ring(0, 0.3, 33.0);
  EXPECT_EQ(workspace().document.history().undo_name(), "Turn mElbowLeft 35\u00b0");
}

TEST_F(PoseGizmoTest, ATypedNumberReplacesTheDrag) {
  turn_ring(0, 0.3, 33.0, false);
  for (const int code : {SDLK_MINUS, SDLK_1, SDLK_KP_2, SDLK_3, SDLK_BACKSPACE})
    interface().key({.code = code});
  frame();
  interface().key({.code = SDLK_RETURN});
  const Quat wanted = glm::angleAxis(glm::radians(-12.0), Vec3(1.0, 0.0, 0.0));
  EXPECT_NEAR(std::abs(glm::dot(*rotation("mElbowLeft"), wanted)), 1.0, 1e-12);
  EXPECT_EQ(workspace().document.history().undo_name(), "Turn mElbowLeft -12\u00b0");
  EXPECT_FALSE(interface().gizmo().dragging());
}

TEST_F(PoseGizmoTest, EscAndASecondButtonPutTheJointBack) {
  workspace().document.posing.set("bent", {});
  const std::string step = workspace().document.history().undo_name();
  const std::vector<Mat4> before = joints();
  for (const bool by_key : {true, false}) {
    turn_ring(0, 0.3, 50.0, false);
    EXPECT_EQ(posed_joints(), 1u);
    if (by_key)
      interface().key({.code = SDLK_ESCAPE});
    else
      press(ImGuiMouseButton_Right);
    release(ImGuiMouseButton_Right);
    release();
    const std::vector<Mat4> after = joints();
    EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(Mat4)), 0);
    EXPECT_EQ(workspace().document.history().undo_name(), step);
    EXPECT_EQ(workspace().view.selection.joint, joint("mElbowLeft")) << "Esc meant the drag";
  }
}

TEST_F(PoseGizmoTest, ARingSeenFromItsEdgeTurnsAlongTheScreen) {
  const auto rings = interface().gizmo().rings();
  ASSERT_TRUE(rings);
  // Of the ring about Y, which from in front is an upright line, the point nearest to the eye.
  double angle = 0.0, nearest = 1e9;
  for (int i = 0; i < 360; ++i) {
    const double away =
        glm::length(rings->point(1, glm::radians(double(i))) - workspace().view.camera().position());
    if (away < nearest) nearest = away, angle = glm::radians(double(i));
  }
  const ImVec2 at = on_screen(rings->point(1, angle));
  drag({at.x, at.y + 20.0f}, {0.0f, 30.0f});
  ASSERT_TRUE(rotation("mElbowLeft"));
  const Quat q = *rotation("mElbowLeft");
  EXPECT_NEAR(std::abs(glm::degrees(glm::angle(q))), glm::degrees(30.0 / 90.0), 4.0);
  EXPECT_NEAR(std::abs(glm::normalize(Vec3(q.x, q.y, q.z)).y), 1.0, 1e-9);
}

TEST_F(PoseGizmoTest, RingsAreAsLargeFromEverywhere) {
  for (const char* view : {"front", "three-quarter", "face"}) {
    look(view);
    workspace().actions.select_joint(joint("mNeck"));
    const auto rings = interface().gizmo().rings();
    ASSERT_TRUE(rings);
    const ImVec2 center = on_screen(rings->center),
                 aside = on_screen(rings->center + rings->radius * workspace().view.camera().right());
    EXPECT_NEAR(std::hypot(aside.x - center.x, aside.y - center.y), 90.0f, 1.0f) << view;
  }
}

TEST_F(PoseGizmoTest, RingsOfAVolumeTurnTheBoneThatItHangsOn) {
  workspace().actions.select_joint(joint("L_LOWER_ARM"));
  modifiers(true, false, false);
  turn_ring(0, 0.3, 20.0);
  EXPECT_EQ(workspace().document.history().undo_name(), "Turn mElbowLeft 20\u00b0");
  workspace().actions.select_nothing();
  EXPECT_FALSE(interface().gizmo().rings());
}

TEST_F(PoseGizmoTest, MirroringSwapsTheSides) {
  workspace().document.posing.begin_turn(joint("mElbowLeft"));
  workspace().document.posing.turn(Vec3(0.0, 0.0, 1.0), 40.0);
  workspace().document.posing.end_turn();
  workspace().document.posing.mirror();
  EXPECT_FALSE(rotation("mElbowLeft"));
  ASSERT_TRUE(rotation("mElbowRight"));
  const Quat wanted = glm::angleAxis(glm::radians(-40.0), Vec3(0.0, 0.0, 1.0));
  EXPECT_NEAR(std::abs(glm::dot(*rotation("mElbowRight"), wanted)), 1.0, 1e-12);
  workspace().document.posing.reset_joint(joint("mElbowRight"));
  EXPECT_EQ(posed_joints(), 0u);
  workspace().document.undo();
  EXPECT_EQ(posed_joints(), 1u);
}

TEST_F(PoseGizmoTest, ASavedPoseComesBack) {
  turn_ring(0, 0.3, 35.0);
  const std::vector<Mat4> posed = joints();
  const auto path = std::filesystem::path(testing::TempDir()) / "turned_elbow.json";
  ASSERT_TRUE(workspace().document.pose_file.save(path));
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "turned_elbow.json");
  workspace().document.posing.set("T", {});
  ASSERT_TRUE(workspace().document.files.open(path, false));
  const std::vector<Mat4> again = joints();
  for (std::size_t j = 0; j < posed.size(); ++j)
    for (int c = 0; c < 4; ++c) EXPECT_LT(glm::length(posed[j][c] - again[j][c]), 1e-12);
  EXPECT_FALSE(workspace().document.pose_file.save(std::filesystem::path(testing::TempDir()) /
                                                   "no_such_folder" / "pose.json"));
  EXPECT_EQ(workspace().document.messages().list().back().kind, Message::Kind::error);
}

}  // namespace
}  // namespace mannequin::preview
