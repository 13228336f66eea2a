#include "tools/preview/panels/worn/worn_commands.h"

#include <SDL_keycode.h>

namespace mannequin::preview {

void add_worn_commands(Ui& ui) {
  Workspace& workspace = ui.workspace;
  ui.commands.add({.menu = "Edit",
                   .name = "Wear the built-in body",
                   .run = [&] { workspace.document.stand_in.wear_builtin_body(); },
                   .hint = "To see on it how clothes fit; it goes when another body is opened",
                   .enabled = [&] { return !workspace.document.stand_in.wears_builtin_body(); },
                   .begins_group = true});
  ui.commands.add({.menu = "Edit",
                   .name = "Wear the built-in clothes",
                   .run = [&] { workspace.document.stand_in.wear_builtin_clothes(); },
                   .hint = "They go when a mesh is opened",
                   .enabled = [&] { return !workspace.document.stand_in.wears_builtin_clothes(); }});
  // For the mesh in focus; keys as in Blender.
  const auto focused = [&] { return workspace.view.focused_row().has_value(); };
  const auto name = [&] {
    const auto row = workspace.view.focused_row();
    return row ? workspace.document.avatar().worn()[*row]->name : std::string();
  };
  ui.commands.add({.menu = "Edit",
                   .name = "Hide",
                   .shortcuts = {plain(SDLK_h)},
                   .run = [&] { workspace.document.wardrobe.show(*workspace.view.focused_row(), false); },
                   .hint = "The mesh in focus: the one clicked last, or whose row is unfolded. It stays worn",
                   .enabled = focused,
                   .more = name,
                   .begins_group = true});
  ui.commands.add(
      {.menu = "Edit",
       .name = "Show only",
       .shortcuts = {{.code = SDLK_h, .shift = true}},
       .run = [&] { workspace.document.wardrobe.show_only(*workspace.view.focused_row(), false); },
       .hint = "The mesh in focus alone",
       .enabled = focused,
       .more = name});
  ui.commands.add({.menu = "Edit",
                   .name = "Show only on the body",
                   .run = [&] { workspace.document.wardrobe.show_only(*workspace.view.focused_row(), true); },
                   .hint = "The mesh in focus and the body, without other clothes",
                   .enabled = focused,
                   .more = name});
  ui.commands.add(
      {.menu = "Edit", .name = "Show all worn", .shortcuts = {{.code = SDLK_h, .alt = true}}, .run = [&] {
         workspace.document.wardrobe.show_all();
       }});
}

}  // namespace mannequin::preview
