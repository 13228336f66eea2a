#include "tools/preview/panels/shared/wrapped_label.h"

#include <imgui.h>

#include <algorithm>

namespace mannequin::preview {

std::string wrapped_label(const std::string& label, float width) {
  std::string wrapped, line;
  for (std::size_t at = 0; at < label.size();) {
    const std::size_t end = std::min(label.find(' ', at), label.size());
    const std::string word = label.substr(at, end - at);
    if (!line.empty() && ImGui::CalcTextSize((line + ' ' + word).c_str()).x > width) {
      wrapped += line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return wrapped + line;
}

void wrapped_tooltip(const std::string& text) {
  constexpr float kLetters = 24.0f;  // of the size of the font: some fifty to a line
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(std::min(kLetters * ImGui::GetFontSize(), 0.8f * ImGui::GetIO().DisplaySize.x));
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

}  // namespace mannequin::preview
