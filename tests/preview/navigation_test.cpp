// How pointer and keys move the camera, with each set of familiar controls.
#include "tools/preview/panels/navigation/navigation.h"

#include <SDL_keycode.h>
#include <SDL_scancode.h>

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <string>

#include "tests/preview/pointer_fixture.h"

namespace mannequin::preview {
namespace {

enum Effect { nothing = 0, yaw = 1, pitch = 2, zoom = 4, pan = 8 };

int effect(const Camera& before, const Camera& after) {
  return (before.yaw != after.yaw ? yaw : 0) | (before.pitch != after.pitch ? pitch : 0) |
         (before.distance != after.distance ? zoom : 0) | (before.target != after.target ? pan : 0);
}

TEST_F(PointerTest, DragsDoWhatTheControlsSay) {
  constexpr auto kSl = Controls::second_life, kBlender = Controls::blender;
  constexpr auto kLeft = ImGuiMouseButton_Left, kMiddle = ImGuiMouseButton_Middle;
  struct Case {
    Controls controls;
    ImGuiMouseButton button;
    bool ctrl, shift;
    int effect;
  };
  constexpr Case kCases[] = {{kSl, kLeft, false, false, yaw | zoom},
                             {kSl, kLeft, true, false, yaw | pitch},
                             {kSl, kLeft, true, true, pan},
                             {kSl, kMiddle, false, false, pan},
                             {kBlender, kLeft, false, false, nothing},
                             {kBlender, kMiddle, false, false, yaw | pitch},
                             {kBlender, kMiddle, false, true, pan},
                             {kBlender, kMiddle, true, false, zoom}};
  for (const Case& c : kCases) {
    workspace().view.settings.controls = c.controls;
    modifiers(false, false, false);
    look("front");
    modifiers(c.ctrl, c.shift, false);
    const Camera before = workspace().view.camera();
    drag({200.0f, 150.0f}, {40.0f, 24.0f}, c.button);
    const Camera& after = workspace().view.camera();
    EXPECT_EQ(effect(before, after), c.effect) << &c - kCases;
    if (c.effect & yaw) {
      EXPECT_NEAR(after.yaw, before.yaw - 40.0 / kWidth * glm::two_pi<double>(), 1e-6);
    }
    if (c.effect & pitch) {
      EXPECT_NEAR(after.pitch, before.pitch + 24.0 / kWidth * glm::two_pi<double>(), 1e-6);
    }
    if (c.effect & zoom) {
      EXPECT_NEAR(after.distance, before.distance * std::exp(0.24), 1e-6);
    }
    if (c.effect == pan) {
      EXPECT_NEAR(glm::length(after.target - before.target),
                  std::hypot(40.0, 24.0) * before.metres_per_pixel(kHeight), 1e-6);
    }
  }
}

TEST_F(PointerTest, AltDragsAreAboutThePointPressed) {
  look("three-quarter");
  const Vec3 knee = workspace().document.avatar().joint_in_world(joint("mKneeLeft")) - Vec3(0.0, 0.0, 0.2);
  const ImVec2 place = on_screen(knee), at(std::floor(place.x), std::floor(place.y));
  const Vec3 pressed = workspace().view.point_along(interface().view().ray(workspace().view.camera(), at));
  modifiers(true, false, true);
  const Camera before = workspace().view.camera();
  drag(at, {60.0f, -10.0f});
  EXPECT_EQ(effect(before, workspace().view.camera()), yaw | pitch | pan);
  const ImVec2 after = on_screen(pressed);
  EXPECT_NEAR(after.x, at.x, 0.01f);
  EXPECT_NEAR(after.y, at.y, 0.01f);
}

TEST_F(PointerTest, DoubleClickAndAltClickLookAtTheSurface) {
  const Vec3 knee = workspace().document.avatar().joint_in_world(joint("mKneeLeft")) - Vec3(0.0, 0.0, 0.2);
  double_click(on_screen(knee));
  const Vec3 first = workspace().view.camera().target;
  EXPECT_NEAR(first.x, knee.x + 0.05, 0.01) << "the front of the box, not the joint";
  EXPECT_EQ(on_screen(first).x, 200.0f);
  look("front");
  modifiers(false, false, true);
  click(on_screen(knee));
  EXPECT_LT(glm::length(workspace().view.camera().target - first), 1e-6);
  EXPECT_TRUE(workspace().view.selection.joint == joint("mKneeLeft"))
      << "picked by the double click, kept by Alt";
  modifiers(false, false, false);
  workspace().view.settings.controls = Controls::blender;
  look("front");
  modifiers(false, false, true);
  io().MousePos = on_screen(knee);
  press(ImGuiMouseButton_Middle);
  release(ImGuiMouseButton_Middle);
  EXPECT_LT(glm::length(workspace().view.camera().target - first), 1e-6);
}

TEST_F(PointerTest, AltAndTheLeftButtonStandForTheMiddleOneOnlyWhereWanted) {
  workspace().view.settings.controls = Controls::blender;
  modifiers(false, false, true);
  const Camera before = workspace().view.camera();
  drag({200.0f, 150.0f}, {40.0f, 24.0f});
  EXPECT_EQ(effect(before, workspace().view.camera()), nothing);
  workspace().view.settings.alt_left_is_middle = true;
  drag({200.0f, 150.0f}, {40.0f, 24.0f});
  EXPECT_EQ(effect(before, workspace().view.camera()), yaw | pitch);
}

TEST_F(PointerTest, EscAndASecondButtonPutTheCameraBack) {
  const Camera before = workspace().view.camera();
  for (const bool by_key : {true, false}) {
    io().MousePos = {200.0f, 150.0f};
    frame(1.0);
    press();
    point({260.0f, 170.0f});
    EXPECT_NE(effect(before, workspace().view.camera()), nothing);
    EXPECT_TRUE(interface().captures_pointer());
    if (by_key)
      interface().key({.code = SDLK_ESCAPE});
    else
      press(ImGuiMouseButton_Right);
    EXPECT_EQ(effect(before, workspace().view.camera()), nothing);
    EXPECT_FALSE(interface().captures_pointer());
    release(ImGuiMouseButton_Right);
    release();
  }
}

TEST_F(PointerTest, TheWheelZoomsAndOnATouchpadTurns) {
  point({200.0f, 150.0f});
  Camera before = workspace().view.camera();
  const auto roll = [&](float across, float up) {
    io().MouseWheel = up;
    io().MouseWheelH = across;
    frame();
    const int what = effect(before, workspace().view.camera());
    before = workspace().view.camera();
    return what;
  };
  const double distance = before.distance;
  EXPECT_EQ(roll(0.0f, 1.0f), zoom);
  EXPECT_NEAR(before.distance, distance / std::exp2(0.25), 1e-9);
  workspace().view.settings.touchpad = true;
  EXPECT_EQ(roll(1.0f, 1.0f), yaw | pitch);
  modifiers(false, true, false);
  EXPECT_EQ(roll(1.0f, 1.0f), pan);
  modifiers(true, false, false);
  EXPECT_EQ(roll(0.0f, -1.0f), zoom);
}

TEST_F(PointerTest, TheStatusBarSaysWhatTwoFingersDo) {
  for (const Controls controls : {Controls::second_life, Controls::blender}) {
    EXPECT_NE(std::string(Navigation::hint(controls, false)).find("wheel zoom"), std::string::npos);
    EXPECT_NE(std::string(Navigation::hint(controls, true)).find("Two fingers turn"), std::string::npos);
  }
}

TEST_F(PointerTest, HeldKeysMoveTheCameraSlowlyAtFirst) {
  point({200.0f, 150.0f});
  const double start = workspace().view.camera().yaw;
  io().KeysDown[SDL_SCANCODE_RIGHT] = true;
  frame(0.02);
  EXPECT_EQ(workspace().view.camera().yaw, start) << "the frame of the press may follow a long rest";
  frame(0.02);
  const double first = workspace().view.camera().yaw - start;
  EXPECT_GT(first, 0.0);
  EXPECT_LT(first, 0.2 * glm::radians(90.0) * 0.02);
  for (int i = 0; i < 20; ++i) frame(0.02);
  const double before = workspace().view.camera().yaw;
  frame(0.02);
  EXPECT_NEAR(workspace().view.camera().yaw - before, glm::radians(90.0) * 0.02, 1e-6);
  EXPECT_TRUE(interface().moving());
  io().KeysDown[SDL_SCANCODE_RIGHT] = false;
  frame(0.02);
  EXPECT_FALSE(interface().moving());
}

TEST_F(PointerTest, LettersMoveTheCameraWithAltAndPanningHasItsOwnKeys) {
  point({200.0f, 150.0f});
  struct Case {
    int code;
    bool ctrl, shift, alt;
    int effect;
  };
  constexpr Case kCases[] = {
      {SDL_SCANCODE_A, false, false, true, yaw},           {SDL_SCANCODE_A, false, false, false, nothing},
      {SDL_SCANCODE_W, false, false, true, zoom},          {SDL_SCANCODE_E, false, false, true, pitch},
      {SDL_SCANCODE_PAGEDOWN, false, false, false, pitch}, {SDL_SCANCODE_UP, true, true, true, pan},
      {SDL_SCANCODE_LEFT, true, true, false, pan},         {SDL_SCANCODE_DOWN, false, false, true, zoom}};
  for (const Case& c : kCases) {
    modifiers(c.ctrl, c.shift, c.alt);
    const Camera before = workspace().view.camera();
    io().KeysDown[c.code] = true;
    frame(0.05);
    frame(0.05);
    io().KeysDown[c.code] = false;
    frame(0.05);
    EXPECT_EQ(effect(before, workspace().view.camera()), c.effect) << &c - kCases;
  }
  io().KeysDown[SDL_SCANCODE_LEFT] = true;
  modifiers(false, false, false);
  io().MousePos = {-10.0f, -10.0f};
  const Camera before = workspace().view.camera();
  frame(0.05);
  frame(0.05);
  EXPECT_EQ(effect(before, workspace().view.camera()), nothing) << "the pointer is not over the view";
}

TEST_F(PointerTest, NumberKeysAreBlendersOnlyInItsControls) {
  workspace().view.settings.controls = Controls::blender;
  const double step = glm::radians(15.0);
  interface().key({.code = SDLK_KP_6});
  EXPECT_NEAR(workspace().view.camera().yaw, step, 1e-9);
  interface().key({.code = SDLK_KP_8});
  EXPECT_NEAR(workspace().view.camera().pitch, step, 1e-9);
  interface().key({.code = SDLK_KP_9});
  EXPECT_NEAR(std::abs(workspace().view.camera().yaw - step), glm::pi<double>(), 1e-9);
  EXPECT_NEAR(workspace().view.camera().pitch, -step, 1e-9);
  interface().key({.code = SDLK_KP_1, .ctrl = true});
  EXPECT_NEAR(std::abs(workspace().view.camera().yaw), glm::pi<double>(), 1e-9);
  interface().key({.code = SDLK_KP_3, .ctrl = true});
  EXPECT_NEAR(workspace().view.camera().yaw, -glm::half_pi<double>(), 1e-9);
  interface().key({.code = SDLK_KP_7, .ctrl = true});
  EXPECT_LT(workspace().view.camera().pitch, -1.5);
  EXPECT_GT(workspace().view.camera().pitch, -glm::half_pi<double>() + glm::radians(0.9))
      << "a degree before the pole";
  interface().key({.code = SDLK_a});
  EXPECT_TRUE(workspace().view.selection.has(joint("mPelvis")) &&
              workspace().view.selection.has(joint("mToeLeft")));
  interface().key({.code = SDLK_a, .alt = true});
  EXPECT_TRUE(workspace().view.selection.empty());
  workspace().view.settings.controls = Controls::second_life;
  look("front");
  interface().key({.code = SDLK_KP_6});
  EXPECT_EQ(workspace().view.camera().yaw, 0.0);
  interface().key({.code = SDLK_a});
  EXPECT_TRUE(workspace().view.selection.empty());
}

TEST_F(PointerTest, FitGoesToWhatIsSelectedElseToEverything) {
  workspace().actions.select_joint(joint("mHead"));
  interface().key({.code = SDLK_f});
  EXPECT_LT(glm::length(workspace().view.camera().target -
                        workspace().document.avatar().joint_in_world(joint("mHead"))),
            0.01);
  EXPECT_LT(workspace().view.camera().distance, 1.0);
  interface().key({.code = SDLK_HOME});
  EXPECT_GT(workspace().view.camera().distance, 2.0);
}

TEST_F(PointerTest, EscTwiceBringsTheCameraHome) {
  point({200.0f, 150.0f});
  interface().key({.code = SDLK_ESCAPE});
  EXPECT_EQ(workspace().view.camera().yaw, 0.0) << "once: nothing to deselect, and no more";
  frame(2.0);
  interface().key({.code = SDLK_ESCAPE});
  EXPECT_EQ(workspace().view.camera().yaw, 0.0) << "too late to be the second";
  frame(0.1);
  interface().key({.code = SDLK_ESCAPE});
  EXPECT_NEAR(workspace().view.camera().yaw, glm::radians(32.0), 1e-9);
}

TEST_F(PointerTest, KeysOfTheViewDoNothingWhileThePointerIsOnAPanel) {
  io().MousePos = {390.0f, 150.0f};
  for (int i = 0; i < 3; ++i) frame(0.02, true);
  interface().key({.code = SDLK_j});
  EXPECT_FALSE(workspace().view.settings.joints);
  io().MousePos = {60.0f, 180.0f};
  for (int i = 0; i < 3; ++i) frame(0.02, true);
  interface().key({.code = SDLK_j});
  EXPECT_TRUE(workspace().view.settings.joints);
}

// Also where the pointer is on the bar between two avatars.
TEST_F(PointerTest, HomeFitsEverythingWhileThePointerIsOnTheBar) {
  workspace().view.compare.show(true);
  look("front");
  const Camera fitted = workspace().view.camera();
  workspace().view.camera().zoom(3.0);
  frame();
  const ViewRect& view = interface().view();
  point({view.min.x + 0.5f * view.size.x, view.min.y + 0.5f * view.size.y});
  frame();
  EXPECT_TRUE(interface().key({.code = SDLK_HOME}));
  settle();
  EXPECT_LT(workspace().view.camera().distance, 1.5 * fitted.distance);
}

}  // namespace
}  // namespace mannequin::preview
