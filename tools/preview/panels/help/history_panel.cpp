#include "tools/preview/panels/help/history_panel.h"

#include <fmt/format.h>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/key_focus.h"

namespace mannequin::preview {

void HistoryPanel::draw() {
  if (!open_) return;
  ImGui::SetNextWindowPos({ui_.view.min.x + px(16.0f), ui_.view.min.y + px(16.0f)}, ImGuiCond_Appearing);
  ImGui::SetNextWindowSize({px(300.0f), std::min(px(380.0f), ui_.view.size.y - px(32.0f))},
                           ImGuiCond_Appearing);
  if (ImGui::Begin(titled(marked("History")).c_str(), &open_,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    if (closed_by_escape(ui_)) open_ = false;
    const History& history = workspace_.document.history();
    const std::size_t done = history.done();
    std::size_t wanted = done;
    const auto line = [&](std::size_t steps, const std::string& name) {
      ImGui::PushID(static_cast<int>(steps));
      // An icon shows it, too: otherwise undone steps are only dimmed.
      const std::string text = fmt::format("{} {}",
                                           steps == done  ? "\u25b6"
                                           : steps > done ? "\u25cb"
                                                          : "\u25cf",
                                           name);
      ImGui::PushStyleColor(ImGuiCol_Text, steps > done ? theme().secondary : theme().text);
      if (ImGui::Selectable(text.c_str(), steps == done)) wanted = steps;
      ImGui::PopStyleColor();
      if (steps == done && shown_done_ != done) {
        ImGui::SetScrollHereY();
        shown_done_ = done;
      }
      ImGui::PopID();
    };
    line(0, tr("As it was at the beginning"));
    for (std::size_t i = 0; i < history.size(); ++i) line(i + 1, history.name(i));
    workspace_.document.jump_in_history(wanted);
  }
  ImGui::End();
}

}  // namespace mannequin::preview
