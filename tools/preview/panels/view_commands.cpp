#include "tools/preview/panels/view_commands.h"

#include <SDL_keycode.h>

namespace mannequin::preview {

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
}

}  // namespace mannequin::preview
