#include "tools/preview/panels/worn/worn_commands.h"

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
}

}  // namespace mannequin::preview
