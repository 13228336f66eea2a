#include "tools/preview/panels/interface.h"

#include <algorithm>

#include "tools/preview/panels/command_list.h"

namespace mannequin::preview {
namespace {

constexpr float kLeft = 280.0f;
// A narrower window keeps the view; the worn list goes first.
constexpr float kNarrow = 1000.0f;

}  // namespace

Interface::Interface(Session& session, float density)
    : ui_{.session = session, .commands = {}, .fonts = load_fonts(density)},
      files_(ui_),
      toolbar_(ui_),
      worn_(ui_, files_),
      right_(ui_, files_),
      recording_(ui_),
      timeline_(ui_),
      status_(ui_),
      overlay_(ui_),
      picking_(ui_),
      keys_(ui_) {
  add_commands(ui_, files_, right_, recording_, keys_);
  if (ui_.fonts.fallback)
    session.tell(Message::Kind::warning,
                 "The font DejaVu Sans is not installed (fonts-dejavu-core); some signs and names show as "
                 "question marks.");
}

void Interface::draw_panels(ImVec2 size, const FrameTimes& times) {
  const float top = toolbar_.draw(size), bottom = ui_.px(StatusBar::kHeight);
  const float left = size.x < ui_.px(kNarrow) ? 0.0f : ui_.px(kLeft);
  const float right = std::min(right_.width(), 0.5f * size.x);
  ui_.view = {{left, top}, {std::max(size.x - left - right, 1.0f), std::max(size.y - top - bottom, 1.0f)}};
  if (left > 0.0f) worn_.draw();
  right_.draw(size);
  status_.draw(size, times, picking_.text());
  timeline_.draw();
  files_.draw();
  recording_.draw();
  keys_.draw();
}

void Interface::frame(ImVec2 size, bool panels, const FrameTimes& times) {
  ui_.theme = ui_.session.view().light_theme ? &kLightTheme : &kDarkTheme;
  if (ui_.theme != applied_theme_) apply_theme(*ui_.theme, ui_.scale);
  applied_theme_ = ui_.theme;
  ui_.view = {{0.0f, 0.0f}, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)}};
  if (panels) draw_panels(size, times);
  ui_.session.set_aspect(ui_.view.aspect());
  const bool over = ui_.view.contains(ImGui::GetIO().MousePos) && !ImGui::GetIO().WantCaptureMouse;
  navigation_.frame(ui_.session, ui_.view, over);
  overlay_.draw();
  picking_.frame(overlay_.hovered(), over && !navigation_.dragging(), navigation_.clicked());
}

void Interface::drop(std::span<const std::filesystem::path> paths, ImVec2 at) {
  const auto row = worn_.row_at(at);
  if (row && paths.size() == 1)
    (void)ui_.session.replace_worn(*row, paths.front());  // told in the messages
  else
    ui_.session.open_all(paths);
}

bool Interface::key(const Shortcut& pressed) {
  // A recording changes the avatar from picture to picture; nothing else may meanwhile.
  return !ui_.session.recording() && ui_.commands.key(pressed, ImGui::GetIO().WantTextInput);
}

}  // namespace mannequin::preview
