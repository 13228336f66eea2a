#include "tools/preview/panels/commands/edit_commands.h"

#include <SDL_keycode.h>
#include <fmt/format.h>

#include <algorithm>

namespace mannequin::preview {
namespace {

void add_interface_size(Ui& ui) {
  Preferences& preferences = ui.workspace.view.settings;
  const auto step = [&](int by) {
    return [&preferences, by] {
      preferences.interface_size =
          std::clamp(preferences.interface_size + by, Preferences::kSmallest, Preferences::kLargest);
    };
  };
  const auto size = [&] { return fmt::format("now {} %", preferences.interface_size); };
  ui.commands.add(
      {.menu = "View",
       .name = "Larger interface",
       .shortcuts = {ctrl(SDLK_PLUS), ctrl(SDLK_EQUALS), ctrl_shift(SDLK_EQUALS), ctrl(SDLK_KP_PLUS)},
       .run = step(Preferences::kStep),
       .hint = "Size of texts and buttons, in per cent: zoom, scale",
       .enabled = [&] { return preferences.interface_size < Preferences::kLargest; },
       .more = size,
       .begins_group = true});
  ui.commands.add({.menu = "View",
                   .name = "Smaller interface",
                   .shortcuts = {ctrl(SDLK_MINUS), ctrl(SDLK_KP_MINUS)},
                   .run = step(-Preferences::kStep),
                   .hint = "Size of texts and buttons, in per cent: zoom, scale",
                   .enabled = [&] { return preferences.interface_size > Preferences::kSmallest; },
                   .more = size});
  for (int wanted = Preferences::kSmallest; wanted <= Preferences::kLargest; wanted += Preferences::kStep)
    ui.commands.add({.menu = "View",
                     .name = "Interface size",
                     .run = [&preferences, wanted] { preferences.interface_size = wanted; },
                     .ticked = [&preferences, wanted] { return preferences.interface_size == wanted; },
                     .more = [wanted] { return fmt::format("{} %", wanted); }});
  ui.commands.add({.menu = "View",
                   .name = "Reset layout",
                   .run =
                       [&] {
                         preferences.widths.clear();
                         preferences.interface_size = 100;
                       },
                   .hint = "Columns and interface size as at the first start"});
}

}  // namespace

void add_care_commands(Ui& ui, EditPanels& panels) {
  Workspace& workspace = ui.workspace;
  ui.commands.add({.menu = "Edit",
                   .name = "History...",
                   .shortcuts = {ctrl(SDLK_h)},
                   .run = [&] { panels.history.toggle(); },
                   .hint = "All steps as a list; a click goes there",
                   .ticked = [&] { return panels.history.is_open(); }});
  ui.commands.add({.menu = "Edit",
                   .name = "Skin, eyes and hair...",
                   .run = [&] { panels.colors.toggle(); },
                   .hint = "Colours of the figure that is shown while you have no body of your own",
                   .ticked = [&] { return panels.colors.is_open(); }});
  ui.commands.add({.menu = "Shape",
                   .name = "Random shape...",
                   .run = [&] { panels.random.open(); },
                   .hint = "All body sliders at random, from a seed and by an amount",
                   .begins_group = true});
  ui.commands.add({.menu = "Shape",
                   .name = "Copy shape",
                   .shortcuts = {ctrl_shift(SDLK_c)},
                   .run =
                       [&] {
                         ImGui::SetClipboardText(workspace.document.shape_file.copied().c_str());
                         workspace.document.messages().report(
                             Message::Kind::done, "Copied the shape as text, for this window or another");
                       },
                   .hint = "To the clipboard, as the text of a .json shape"});
  ui.commands.add({.menu = "Shape",
                   .name = "Paste shape",
                   .shortcuts = {ctrl_shift(SDLK_v)},
                   .run =
                       [&] {
                         const char* text = ImGui::GetClipboardText();
                         (void)workspace.document.shape_file.paste(
                             text == nullptr ? "" : text);  // reported in the messages
                       },
                   .hint = "The text of a shape's file from the clipboard: .json, or a viewer's .xml"});
  add_interface_size(ui);
  ui.commands.add({.menu = "Help",
                   .name = "Guide",
                   .shortcuts = {{.code = SDLK_F1, .shift = true, .in_text = true}},
                   .run = [&] { panels.help.toggle(); },
                   .hint = "How everything here works, with a search"});
  ui.commands.add({.menu = "Help",
                   .name = "Find a command...",
                   .shortcuts = {{.code = SDLK_F3, .in_text = true}},
                   .run = [&] { panels.search.open(); },
                   .hint = "Every command and slider by a part of its name"});
}

}  // namespace mannequin::preview
