#include "tools/preview/panels/commands/file_commands.h"

#include <SDL_keycode.h>

#include "tools/preview/panels/shared/cut_text.h"

namespace mannequin::preview {
namespace {

// Name first, then the folder: exporters give many files the same name.
void recent_files(Document& document) {
  const auto recent = document.settings().recent();  // a copy: opening one changes the list
  const float window = ImGui::GetIO().DisplaySize.x;
  if (recent.empty()) ImGui::TextDisabled("Nothing was opened yet.");
  for (const auto& path : recent) {
    ImGui::PushID(path.string().c_str());
    if (ImGui::MenuItem(cut_in_the_middle(path.filename().string(), 0.25f * window).c_str(),
                        cut_in_the_middle(path.parent_path().string(), 0.3f * window).c_str()))
      (void)document.files.open(path, false);  // told in the messages
    ImGui::PopID();
  }
}

}  // namespace

void add_file_commands(Ui& ui, FileDialogs& files, RecordingPanel& recording) {
  Workspace& workspace = ui.workspace;
  Commands& to = ui.commands;
  to.add({.menu = "File",
          .name = "Open...",
          .shortcuts = {ctrl(SDLK_o)},
          .run = [&] { files.ask_for_file(); },
          .hint = "Meshes, shapes, poses, animations (.anim, .bvh), items of clothing and documents"});
  to.add_list("Open...", "Open recent", [&] { recent_files(workspace.document); });
  to.add({.menu = "File",
          .name = "Save document",
          .shortcuts = {{.code = SDLK_s, .ctrl = true, .in_text = true, .alt = true}},
          .run = [&] { files.save_document(false); },
          .hint = "What is worn, the shape, the pose or clip and the camera, in one file"});
  to.add({.menu = "File", .name = "Save document as...", .run = [&] { files.save_document(true); }});
  to.add({.menu = "File", .name = "Reload files", .shortcuts = {function_key(SDLK_F5)}, .run = [&] {
            workspace.document.files.reload_all();
          }});
  to.add({.menu = "File",
          .name = "Watch files",
          .shortcuts = {function_key(SDLK_F6)},
          .run = [&] { workspace.actions.watch_files(!workspace.view.settings.watch_files); },
          .hint = "Reload files as soon as another program saves them",
          .ticked = [&] { return workspace.view.settings.watch_files; }});
  to.add(
      {.menu = "File",
       .name = "Avatar of a viewer...",
       .run = [&] { files.ask_for_file(); },
       .hint =
           "Open avatar_lad.xml in the character folder of an installed viewer, or drop that folder on the "
           "window: its avatar is shown from the next start on"});
  to.add({.menu = "File",
          .name = "Built-in avatar",
          .run =
              [&] {
                workspace.document.settings().keep_character_folder({});
                workspace.document.messages().report(Message::Kind::done,
                                                     "From the next start on, the built-in avatar is shown.");
              },
          .enabled = [&] { return !workspace.document.settings().character_folder().empty(); }});
  to.add_switch("File", "Dialogs of the system", {},
                "Files are chosen in the desktop's own dialog, where it has one; else in "
                "one of this window",
                workspace.view.settings.system_dialogs);
  using Kind = RecordingPlan::Kind;
  to.add({.menu = "File",
          .name = "Save picture...",
          .shortcuts = {function_key(SDLK_F12)},
          .run = [&] { recording.ask(Kind::picture); },
          .begins_group = true});
  to.add({.menu = "File", .name = "Save turntable...", .run = [&] { recording.ask(Kind::turntable); }});
  to.add({.menu = "File", .name = "Save slider sweep...", .run = [&] { recording.ask(Kind::sweep); }});
  to.add({.menu = "File",
          .name = "Save animation...",
          .run = [&] { recording.ask(Kind::clip); },
          .hint = "The clip that is open, as numbered pictures or as a film",
          .enabled = [&] { return workspace.document.timeline().has_clip(); }});
  to.add({.menu = "File",
          .name = "Save contact sheet...",
          .run = [&] { recording.ask(Kind::people); },
          .hint = "The test people, each in what is worn, on one picture with their names"});
  to.add({.menu = "File",
          .name = "Quit",
          .shortcuts = {ctrl(SDLK_q)},
          .run = [&] { files.request_close(); },
          .begins_group = true});
}

}  // namespace mannequin::preview
