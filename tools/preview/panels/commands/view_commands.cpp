#include "tools/preview/panels/commands/view_commands.h"

#include <SDL_keycode.h>

namespace mannequin::preview {

namespace {

void add_comparison(Ui& ui, RightColumn& right) {
  Workspace& workspace = ui.workspace;
  Commands& to = ui.commands;
  to.add({.menu = "Check",
          .name = "Compare A and B",
          .run =
              [&] {
                workspace.actions.compare(!workspace.view.compare.shown());
                if (workspace.view.compare.shown()) right.open(RightColumn::Tab::compare);
              },
          .hint = "Two avatars in the view: A, the default or an earlier one, and B, the current one",
          .ticked = [&] { return workspace.view.compare.shown(); }});
  to.add({.menu = "Check",
          .name = "Compare with before the reload",
          .run =
              [&] {
                workspace.document.comparison.set_differs(Comparison::Differs::file);
                workspace.actions.compare(true);
                right.open(RightColumn::Tab::compare);
              },
          .enabled = [&] { return workspace.document.comparison.has_before(); }});
  to.add({.menu = "Check",
          .name = "Compare with as modelled",
          .run =
              [&] {
                workspace.document.comparison.set_differs(Comparison::Differs::modelled);
                workspace.actions.compare(true);
                right.open(RightColumn::Tab::compare);
              },
          .hint = "What is worn, next to the same meshes as their files have them"});
  to.add({.menu = "Check",
          .name = "Set A to current",
          .run = [&] { workspace.document.set_a_to_current(); },
          .hint = "To compare with it later"});
}

}  // namespace

void add_view_commands(Ui& ui, RightColumn& right) {
  Workspace& workspace = ui.workspace;
  for (const ViewModeEntry& entry : view_modes()) {
    const ViewMode mode = entry.mode;
    const bool weights = mode == ViewMode::weights;
    ui.commands.add({.menu = "View",
                     .name = std::string(entry.name),
                     .shortcuts = weights ? std::vector{Shortcut{.code = SDLK_w}} : std::vector<Shortcut>{},
                     .run =
                         [&workspace, &right, mode, weights] {
                           // The key that shows weights also hides them.
                           const bool again = weights && workspace.view.colors.mode() == mode;
                           workspace.view.colors.show(again ? ViewMode::solid : mode);
                           if (weights && !again) right.open(RightColumn::Tab::weights);
                         },
                     .hint = std::string(entry.hint),
                     .ticked = [&workspace, mode] { return workspace.view.colors.mode() == mode; },
                     .begins_group = mode == ViewMode::solid});
  }
  add_comparison(ui, right);
}

}  // namespace mannequin::preview
