#include "tools/preview/panels/navigation/pointing_commands.h"

#include <SDL_keycode.h>

#include <glm/gtc/constants.hpp>

namespace mannequin::preview {
namespace {

constexpr double kStep = glm::radians(15.0);
// Two presses of Esc in quick succession count as one.
constexpr double kTwice = 0.6;  // seconds

constexpr Shortcut blender(int code, bool ctrl = false) {
  return {.code = code, .ctrl = ctrl, .only = Controls::blender};
}

void add_selecting(Ui& ui) {
  Workspace& workspace = ui.workspace;
  Commands& to = ui.commands;
  to.add({.menu = "Edit",
          .name = "Select nothing",
          .shortcuts = {plain(SDLK_ESCAPE), {.code = SDLK_a, .alt = true, .only = Controls::blender}},
          .run =
              [&workspace, last = -kTwice]() mutable {
                const double now = ImGui::GetTime();
                if (workspace.view.selection.empty() && now - last < kTwice)
                  workspace.view.camera_control.look("three-quarter");
                last = now;
                workspace.actions.select_nothing();
              },
          .hint = "Esc twice: camera home",
          .begins_group = true});
  to.add({.menu = "Edit", .name = "Select all joints", .shortcuts = {blender(SDLK_a)}, .run = [&workspace] {
            workspace.actions.select_all_joints();
          }});
}

void add_camera(Ui& ui) {
  Workspace& workspace = ui.workspace;
  Commands& to = ui.commands;
  to.add({.menu = "View",
          .name = "Fit what is selected",
          .shortcuts = {plain(SDLK_f), blender(SDLK_KP_PERIOD)},
          .run = [&workspace] { workspace.actions.fit_selected(); },
          .hint = "Without a selection: everything"});
  to.add({.menu = "View", .name = "Camera home", .run = [&workspace] {
            workspace.view.camera_control.look("three-quarter");
          }});
  const auto look = [&](const char* name, const char* view, int key) {
    to.add({.menu = "View", .name = name, .shortcuts = {blender(key, true)}, .run = [&workspace, view] {
              workspace.view.camera_control.look(view);
            }});
  };
  look("Other side view", "other side", SDLK_KP_3);
  look("View from below", "from below", SDLK_KP_7);
  const auto turn = [&](const char* name, double yaw, double pitch, int key) {
    to.add({.menu = "View", .name = name, .shortcuts = {blender(key)}, .run = [&workspace, yaw, pitch] {
              workspace.view.camera_control.turn_view(yaw, pitch);
            }});
  };
  turn("Turn view left", -kStep, 0.0, SDLK_KP_4);
  turn("Turn view right", kStep, 0.0, SDLK_KP_6);
  turn("Turn view up", 0.0, kStep, SDLK_KP_8);
  turn("Turn view down", 0.0, -kStep, SDLK_KP_2);
  to.add({.menu = "View",
          .name = "Look from the opposite side",
          .shortcuts = {blender(SDLK_KP_9)},
          .run = [&workspace] {
            workspace.view.camera_control.turn_view(glm::pi<double>(), -2.0 * workspace.view.camera().pitch);
          }});
  to.add_switch("View", "Attachment points", {}, "Where attachments hang, as small triangles",
                workspace.view.settings.attachments);
  to.add_switch("View", "Volumes as octahedra", {}, "As viewers draw them, else as ellipsoids",
                workspace.view.settings.octahedra);
  to.add_switch("View", "Axes of joints", {}, "As they are, and broken lines as in the rest pose",
                workspace.view.settings.axes);
  const auto controls = [&](const char* name, Controls wanted) {
    to.add({.menu = "View",
            .name = name,
            .run =
                [&workspace, wanted] {
                  workspace.view.settings.controls = wanted;
                  workspace.view.settings.controls_chosen = true;
                },
            .hint = "What mouse and keys do in the view, as there",
            .ticked = [&workspace, wanted] { return workspace.view.settings.controls == wanted; }});
  };
  controls("Controls of Second Life", Controls::second_life);
  controls("Controls of Blender", Controls::blender);
  to.add_switch("View", "Reduce motion", {}, "The camera jumps where it would fly",
                workspace.view.settings.reduce_motion);
  to.add_switch("View", "Touchpad", {}, "Two fingers turn, with Shift pan, with Ctrl zoom",
                workspace.view.settings.touchpad);
  to.add_switch("View", "Alt + left drag is a middle drag", {},
                "For Blender's controls without a middle button", workspace.view.settings.alt_left_is_middle);
}

void add_posing(Ui& ui) {
  Workspace& workspace = ui.workspace;
  Commands& to = ui.commands;
  to.add_switch("Pose", "Rings", {plain(SDLK_r)}, "Rings around the selected joint turn it",
                workspace.view.settings.rings);
  to.add({.menu = "Pose",
          .name = "Reset joint",
          .run = [&workspace] { workspace.document.posing.reset_joint(workspace.view.joint_to_turn()); },
          .enabled =
              [&workspace] {
                const JointIndex joint = workspace.view.joint_to_turn();
                return joint != kNoJoint && workspace.document.posing.is_posed(joint);
              }});
  to.add({.menu = "Pose", .name = "Reset pose", .run = [&workspace] {
            workspace.document.posing.set("T", {});
          }});
  to.add({.menu = "Pose",
          .name = "Mirror pose",
          .run = [&workspace] { workspace.document.posing.mirror(); },
          .hint = "Left and right sides change places"});
}

}  // namespace

void add_pointing_commands(Ui& ui) {
  add_selecting(ui);
  add_camera(ui);
  add_posing(ui);
}

}  // namespace mannequin::preview
