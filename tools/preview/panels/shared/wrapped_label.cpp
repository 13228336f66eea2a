#include "tools/preview/panels/shared/wrapped_label.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <limits>

#include "tools/preview/panels/shared/cut_text.h"

namespace mannequin::preview {
namespace {

// "mm", "%", "s,": what a number counts in, with the punctuation behind it.
bool is_a_unit(std::string_view word) {
  while (!word.empty() && std::string_view(".,;:)").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) == 0 &&
         std::ranges::count_if(word, begins_a_letter) <= 2;
}

bool parts_names(char sign) { return std::string_view("_-./\\").find(sign) != std::string_view::npos; }

std::size_t end_of_word(std::string_view line, std::size_t at) {
  return std::min(line.find(' ', at), line.size());
}

// Of what stays in one line: a word, or a number with its unit. `at`: where a word begins.
std::size_t end_of_piece(std::string_view line, std::size_t at) {
  const std::size_t end = end_of_word(line, at);
  if (end == at || end + 1 >= line.size() || std::isdigit(static_cast<unsigned char>(line[end - 1])) == 0)
    return end;
  const std::size_t after = end_of_word(line, end + 1);
  return is_a_unit(line.substr(end + 1, after - end - 1)) ? after : end;
}

// How much of a word that is too wide stays in the line: as far as a sign that parts names of files, else as
// many letters as there is room for, and one at least.
std::size_t that_fits(std::string_view word, float width, const TextWidth& width_of) {
  std::size_t end = 1, sign = 0;
  for (std::size_t i = 1; i <= word.size(); ++i) {
    if (i < word.size() && !begins_a_letter(word[i])) continue;
    if (i > 1 && width_of(word.substr(0, i)) > width) break;
    end = i;
    if (parts_names(word[i - 1])) sign = i;
  }
  return end < word.size() && sign > 0 ? sign : end;
}

class LineBreaker {
 public:
  LineBreaker(float width, const TextWidth& width_of) : width_(width), width_of_(width_of) {}

  void add(std::string_view line) {
    used_ = 0.0f;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t word = std::min(line.find_first_not_of(' ', at), line.size());
      const std::size_t end = end_of_piece(line, word);
      piece(line.substr(at, word - at), line.substr(word, end - word));
      at = end;
    }
  }
  void end_line() {
    text_ += '\n';
    used_ = 0.0f;
  }
  std::string take() { return std::move(text_); }

 private:
  void piece(std::string_view gap, std::string_view word) {
    const float gap_width = width_of_(gap), width = width_of_(word);
    if (used_ > 0.0f && used_ + gap_width + width > width_ && !begins_here(word, width, gap_width))
      end_line();  // without the gap
    else
      put(gap, gap_width);
    while (!word.empty() && width_of_(word) > width_ - used_) {
      const std::size_t part = that_fits(word, width_ - used_, width_of_);
      text_ += word.substr(0, part);
      word.remove_prefix(part);
      if (!word.empty()) end_line();
    }
    put(word, width_of_(word));
  }
  // A name that needs several lines anyway.
  bool begins_here(std::string_view word, float width, float gap) const {
    const float room = width_ - used_ - gap;
    return width > width_ && room > 0.0f && parts_names(word[that_fits(word, room, width_of_) - 1]);
  }
  void put(std::string_view text, float width) {
    text_ += text;
    used_ += width;
  }

  float width_;
  const TextWidth& width_of_;
  std::string text_;
  float used_ = 0.0f;  // of the last line
};

float width_in_font(std::string_view text) {
  return ImGui::GetFont()
      ->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0.0f, text.data(), text.data() + text.size())
      .x;
}

}  // namespace

std::string wrapped_lines(std::string_view text, float width, const TextWidth& width_of) {
  LineBreaker lines(width, width_of);
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.add(text.substr(at, end - at));
    if (end == text.size()) return lines.take();
    lines.end_line();
    at = end + 1;
  }
}

std::string wrapped_label(const std::string& label, float width) {
  return wrapped_lines(label, width, width_in_font);
}

void wrapped_text(const std::string& text, float right) {
  const ImVec2 at = ImGui::GetCurrentWindow()->DC.CursorPos;
  const std::string lines = right < 0.0f ? text : wrapped_label(text, ImGui::CalcWrapWidthForPos(at, right));
  ImGui::TextUnformatted(lines.c_str());
}

void wrapped_hint(const std::string& text, float right) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  wrapped_text(text, right);
  ImGui::PopStyleColor();
}

namespace {

constexpr float kOfWindow = 0.8f;  // the widest tooltip

// Where a tooltip is anchored: on the upper edge of the item under the pointer, or of the one that has the
// keys.
ImVec2 tooltip_anchor() {
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  if (!imgui.NavDisableHighlight && imgui.NavDisableMouseHover && imgui.NavWindow != nullptr) {
    const ImRect& walked_to = imgui.NavWindow->NavRectRel[imgui.NavLayer];
    return {imgui.NavWindow->Pos.x + walked_to.Min.x, imgui.NavWindow->Pos.y + walked_to.Min.y};
  }
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const ImRect& item = imgui.LastItemData.Rect;
  const bool is_line = item.Contains(pointer) && item.GetHeight() < 3.0f * ImGui::GetFontSize();
  return {pointer.x, is_line ? item.Min.y : pointer.y};
}

// Above it, as what a button brings about is below it; below only where there is no room.
void tooltip_within(const std::string& text, float width) {
  const ImVec2 display = ImGui::GetIO().DisplaySize, padding = ImGui::GetStyle().WindowPadding;
  const std::string lines = wrapped_label(text, std::min(width, kOfWindow * display.x));
  const ImVec2 size = ImGui::CalcTextSize(lines.c_str()), at = tooltip_anchor();
  const float above = at.y - 0.4f * ImGui::GetFontSize() - size.y - 2.0f * padding.y;
  if (above >= 0.0f)
    ImGui::SetNextWindowPos(
        {std::clamp(at.x, 0.0f, std::max(display.x - size.x - 2.0f * padding.x, 0.0f)), above});
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(lines.c_str());
  ImGui::EndTooltip();
}

}  // namespace

void wrapped_tooltip(const std::string& text) {
  constexpr float kLetters = 24.0f;  // of the size of the font: some fifty to a line
  tooltip_within(text, kLetters * ImGui::GetFontSize());
}

void show_tooltip(const std::string& text) { tooltip_within(text, std::numeric_limits<float>::max()); }

}  // namespace mannequin::preview
