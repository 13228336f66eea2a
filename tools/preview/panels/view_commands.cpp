#include "tools/preview/panels/view_commands.h"

#include <SDL_keycode.h>

namespace mannequin::preview {

namespace {

void add_comparison(Ui& ui, RightColumn& right) {
  Session& session = ui.session;
  Commands& to = ui.commands;
  to.add({.menu = "View", .name = "Compare", .run = [&] { right.open(RightColumn::Tab::compare); }});
  to.add({.menu = "View",
          .name = "Engine",
          .run = [&] { right.open(RightColumn::Tab::engine); },
          .hint = "What skins, how exactly, and how fast"});
  to.add({.menu = "Check",
          .name = "Compare A and B",
          .run =
              [&] {
                session.comparison().show(!session.comparison().shown());
                if (session.comparison().shown()) right.open(RightColumn::Tab::compare);
              },
          .hint = "Two avatars in the view: the default or a kept one, and the present one",
          .ticked = [&] { return session.comparison().shown(); }});
  to.add({.menu = "Check",
          .name = "Compare with before the reload",
          .run =
              [&] {
                session.comparison().set_differs(Comparison::Differs::file);
                session.comparison().show(true);
                right.open(RightColumn::Tab::compare);
              },
          .enabled = [&] { return session.comparison().has_before(); }});
  to.add({.menu = "Check",
          .name = "Keep present as A",
          .run = [&] { session.keep_as_a(); },
          .hint = "To compare with it later"});
}

}  // namespace

void add_view_commands(Ui& ui, RightColumn& right) {
  Session& session = ui.session;
  for (const ViewModeEntry& entry : view_modes()) {
    const ViewMode mode = entry.mode;
    const bool weights = mode == ViewMode::weights;
    ui.commands.add({.menu = "View",
                     .name = std::string(entry.name),
                     .shortcuts = weights ? std::vector{Shortcut{.code = SDLK_w}} : std::vector<Shortcut>{},
                     .run =
                         [&session, &right, mode, weights] {
                           // The key that shows weights hides them again.
                           const bool again = weights && session.views().mode() == mode;
                           session.views().show(again ? ViewMode::solid : mode);
                           if (weights && !again) right.open(RightColumn::Tab::weights);
                         },
                     .hint = std::string(entry.hint),
                     .ticked = [&session, mode] { return session.views().mode() == mode; },
                     .begins_group = mode == ViewMode::solid});
  }
  add_comparison(ui, right);
}

}  // namespace mannequin::preview
