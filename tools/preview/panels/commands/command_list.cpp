#include "tools/preview/panels/commands/command_list.h"

#include <SDL_keycode.h>

#include <array>
#include <string_view>
#include <vector>

#include "tools/preview/panels/commands/file_commands.h"
#include "tools/preview/panels/commands/panel_commands.h"
#include "tools/preview/panels/commands/view_commands.h"
#include "tools/preview/panels/navigation/pointing_commands.h"
#include "tools/preview/panels/worn/worn_commands.h"

namespace mannequin::preview {
namespace {

void add_edit(Ui& ui) {
  Workspace& workspace = ui.workspace;
  const auto& history = workspace.document.history();
  ui.commands.add({.menu = "Edit",
                   .name = "Undo",
                   .shortcuts = {ctrl(SDLK_z)},
                   .run = [&] { workspace.document.undo(); },
                   .enabled = [&] { return history.can_undo(); },
                   .more = [&] { return history.can_undo() ? history.undo_name() : std::string(); }});
  ui.commands.add({.menu = "Edit",
                   .name = "Redo",
                   .shortcuts = {ctrl_shift(SDLK_z), ctrl(SDLK_y)},
                   .run = [&] { workspace.document.redo(); },
                   .enabled = [&] { return history.can_redo(); },
                   .more = [&] { return history.can_redo() ? history.redo_name() : std::string(); }});
}

void add_view(Ui& ui, RightColumn& right) {
  Workspace& workspace = ui.workspace;
  Commands& to = ui.commands;
  ViewSettings& view = workspace.view.settings;
  const auto look = [&](const char* name, const char* view_name, std::vector<Shortcut> shortcuts) {
    to.add({.menu = "View", .name = name, .shortcuts = std::move(shortcuts), .run = [&workspace, view_name] {
              workspace.view.camera_control.look(view_name);
            }});
  };
  look("Front view", "front", {plain(SDLK_1), plain(SDLK_KP_1)});
  look("Side view", "side", {plain(SDLK_2), plain(SDLK_KP_3)});
  look("Back view", "back", {plain(SDLK_3), {.code = SDLK_KP_1, .ctrl = true, .only = Controls::blender}});
  look("Three-quarter view", "three-quarter", {plain(SDLK_4)});
  look("Face", "face", {plain(SDLK_5)});
  look("Top view", "top", {plain(SDLK_7), plain(SDLK_KP_7)});
  to.add({.menu = "View",
          .name = "Fit what is worn",
          .shortcuts = {plain(SDLK_HOME), {.code = SDLK_a, .only = Controls::second_life}},
          .run = [&] { workspace.view.camera_control.fit(); }});
  to.add({.menu = "View",
          .name = "Orthographic",
          .shortcuts = {plain(SDLK_0), plain(SDLK_KP_5)},
          .run = [&] { workspace.view.camera().orthographic = !workspace.view.camera().orthographic; },
          .ticked = [&] { return workspace.view.camera().orthographic; }});
  to.add({.menu = "Edit",
          .name = "Paint weights",
          .run =
              [&] {
                view.paints = !view.paints;
                if (!view.paints) return;
                workspace.view.colors.show(ViewMode::weights);
                right.open(RightColumn::Tab::weights);
              },
          .hint = "A brush for the weights of the selected joint",
          .ticked = [&] { return view.paints; }});
  to.add_switch("View", "Body", {plain(SDLK_m)}, "Draw what is worn", view.body);
  to.add_switch("View", "Colours", {plain(SDLK_c)}, "Bodies in the colours of their files, else in plaster",
                view.file_colors);
  to.add_switch("View", "Textures", {},
                "With the textures and vertex colours of the files, where they have any", view.textures);
  to.add_switch("View", "Pictures of sliders", {}, "This avatar with each slider at both its ends",
                view.slider_pictures);
  to.add_switch("View", "Joints", {plain(SDLK_j)}, "Draw the bones", view.joints);
  to.add_switch("View", "Volumes", {plain(SDLK_v)}, "Draw the collision volumes, which fitted meshes follow",
                view.volumes);
  to.add_switch("View", "Measuring lines", {},
                "Sole to crown, chest, waist, hip, arm and leg, in cm and inches", view.measures);
  to.add_switch("View", "Ground", {plain(SDLK_g)},
                "Draw the floor: a line every metre, fine ones every 10 cm", view.floor);
  to.add_switch("View", "Light theme", {}, "", view.light_theme);
  to.add_switch("View", "High contrast", {}, "White on black, with thick frames", view.high_contrast);
  to.add_switch("View", "Camera follows the sliders", {},
                "Opening a section of sliders moves the camera there", view.camera_follows_section);
}

void add_shape(Ui& ui, FileDialogs& files) {
  Workspace& workspace = ui.workspace;
  Commands& to = ui.commands;
  to.add({.menu = "Shape", .name = "Save shape", .shortcuts = {ctrl(SDLK_s)}, .run = [&] {
            files.save_shape(false);
          }});
  to.add({.menu = "Shape", .name = "Save shape as...", .shortcuts = {ctrl_shift(SDLK_s)}, .run = [&] {
            files.save_shape(true);
          }});
  to.add({.menu = "Shape",
          .name = "Revert shape",
          .run = [&] { workspace.document.shape_file.revert(); },
          .hint = "Back to what the file holds; can be undone",
          .enabled =
              [&] {
                return !workspace.document.shape_file.name().empty() &&
                       workspace.document.shape_file.edited();
              }});
  to.add({.menu = "Shape",
          .name = "Default shape",
          .run = [&] { workspace.document.sliders.reset_all(); },
          .hint = "Every slider at its default: the shape that a new avatar has",
          .begins_group = true});
  to.add({.menu = "Shape",
          .name = "Rest",
          .run = [&] { workspace.document.sliders.rest(); },
          .hint = "Nothing applied: the bare skeleton, as meshes are bound to it"});
}

void add_pose_and_check(Ui& ui) {
  Workspace& workspace = ui.workspace;
  for (const auto& pose : document::named_poses(workspace.document.character().skeleton))
    ui.commands.add(
        {.menu = "Pose",
         .name = pose.name,
         .run = [&workspace, pose] { workspace.document.posing.set(pose.name, pose.pose); },
         .hint = "Take this pose",
         .ticked = [&workspace,
                    name = pose.name] { return workspace.document.avatar().choice().pose_name == name; },
         .submenu = "Poses"});
  ui.commands.add({.menu = "Pose",
                   .name = "Play",
                   .shortcuts = {plain(SDLK_SPACE)},
                   .run = [&] { workspace.document.timeline().toggle(); },
                   .ticked =
                       [&] {
                         return workspace.document.timeline().has_clip() &&
                                workspace.document.timeline().playing();
                       },
                   .enabled = [&] { return workspace.document.timeline().has_clip(); }});
  ui.commands.add({.menu = "Check",
                   .name = "Compare with the reference",
                   .run =
                       [&] {
                         workspace.view.scene().check_against_reference(
                             !workspace.view.scene().checks_against_reference());
                       },
                   .hint = "Skin in double precision too, and show how far what is drawn is from it",
                   .ticked = [&] { return workspace.view.scene().checks_against_reference(); }});
}

}  // namespace

void add_commands(Ui& ui, FileDialogs& files, RightColumn& right, RecordingPanel& recording, KeyHelp& keys,
                  WornPanel& worn, EditPanels& care) {
  add_file_commands(ui, files, recording);
  add_edit(ui);
  add_view(ui, right);
  add_tab_commands(ui, right, worn);
  add_view_commands(ui, right);
  add_shape(ui, files);
  add_pose_and_check(ui);
  add_care_commands(ui, care);
  add_worn_commands(ui);
  add_pointing_commands(ui);
  add_panel_commands(ui, files, right);
  Workspace& workspace = ui.workspace;
  ui.commands.add(
      {.menu = "Help",
       .name = "Try a sample jacket",
       .run = [&] { (void)workspace.document.files.try_sample_jacket(); },  // told in the messages
       .hint = "Wears a jacket that moves the shoulders 1 cm outwards: see its row and its "
               "findings at the left, the joints that it moves, and the sliders that it stops. "
               "Undo takes it off",
       .enabled = [&] { return !workspace.document.files.wears_sample_jacket(); }});
  ui.commands.add({.menu = "Help", .name = "All keys", .shortcuts = {function_key(SDLK_F1)}, .run = [&keys] {
                     keys.toggle();
                   }});
}

void fold_view_menu(Commands& commands) {
  constexpr std::array<std::string_view, 8> kCamera = {
      "Camera home",     "Other side view", "View from below", "Turn view left",
      "Turn view right", "Turn view up",    "Turn view down",  "Look from the opposite side"};
  constexpr std::array<std::string_view, 14> kTabs = {
      "Sliders tab", "Joints tab", "Weights tab",    "Skeleton tab", "Pose tab",
      "Bind tab",    "Fit tab",    "Mend a garment", "Measures tab", "Compare tab",
      "Engine tab",  "Worn tab",   "Findings tab",   "Messages tab"};
  constexpr std::array<std::string_view, 6> kTheme = {"Light theme",      "High contrast",
                                                      "Larger interface", "Smaller interface",
                                                      "Interface size",   "Reset layout"};
  constexpr std::array<std::string_view, 6> kMotion = {
      "Controls of Second Life",          "Controls of Blender",        "Touchpad",
      "Alt + left drag is a middle drag", "Camera follows the sliders", "Reduce motion"};
  constexpr std::array<std::string_view, 3> kKeys = {"Next area", "Previous area", "Menus"};
  std::vector<std::string_view> colours{"Blue to yellow (cividis)"};
  for (const ViewModeEntry& entry : view_modes()) colours.push_back(entry.name);
  commands.put_into_submenu("View", "More views", kCamera);
  commands.put_into_submenu("View", "Tabs", kTabs);
  commands.put_into_submenu("View", "Colour by", colours);
  commands.put_into_submenu("View", "Theme and size", kTheme);
  commands.put_into_submenu("View", "Camera and pointer", kMotion);
  commands.put_into_submenu("View", "Keys go to", kKeys);
}

void arrange_menus(Commands& commands) {
  commands.arrange("File", {{"Open...", "Save document", "Save document as...", "Save weights as...",
                             "Restore what was there last time"},
                            {"Reload files", "Watch files", "Dialogs of the system"},
                            {"Avatar of a viewer...", "Built-in avatar"},
                            {"Save picture...", "Save turntable...", "Save slider sweep...",
                             "Save animation...", "Save contact sheet..."},
                            {"Quit"}});
  commands.arrange(
      "View",
      {{"Front view", "Side view", "Back view", "Three-quarter view", "Face", "Top view", "More views"},
       {"Fit what is selected", "Fit what is worn", "Orthographic"},
       {"Body", "Colours", "Textures", "Colour by"},
       {"Joints", "Volumes", "Attachment points", "Measuring lines", "Ground", "Pictures of sliders"},
       {"Tabs", "Theme and size", "Camera and pointer", "Keys go to"}});
  commands.arrange("Pose", {{"Poses"},
                            {"Play"},
                            {"Rings"},
                            {"Reset joint", "Reset pose", "Mirror pose"},
                            {"Load pose...", "Save pose as..."}});
  commands.arrange("Check",
                   {{"Compare A and B", "Compare with before the reload", "Compare with as modelled",
                     "Set A to current", "Set A to the default", "Swap A and B", "Go to the worst place"},
                    {"Run the fit plan", "Pin measures", "Unpin measures"},
                    {"Compare with the reference"}});
  commands.arrange("Help", {{"Guide", "All keys"}, {"Try a sample jacket"}, {"Find a command..."}});
}

}  // namespace mannequin::preview
