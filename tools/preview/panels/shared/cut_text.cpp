#include "tools/preview/panels/shared/cut_text.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

void cut_text(const std::string& text, float width) {
  const float room = std::max(width > 0.0f ? width : ImGui::GetContentRegionAvail().x, 1.0f);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  if (size.x <= room) {
    ImGui::TextUnformatted(text.c_str());
    return;
  }
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.y += ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
  const ImRect place(at, {at.x + room, at.y + size.y});
  ImGui::ItemSize(place.GetSize(), 0.0f);
  if (!ImGui::ItemAdd(place, 0)) return;
  ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), place.Min, place.Max, place.Max.x, place.Max.x,
                            text.c_str(), text.c_str() + text.size(), &size);
  if (ImGui::IsItemHovered()) show_tooltip(text);
}

bool begins_a_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

namespace {

using Measure = std::function<float(const std::string&)>;

std::string cut_to_width(const std::string& name, float width, const Measure& width_of) {
  if (width_of(name) <= width) return name;
  constexpr const char* kEllipsis = "\u2026";
  std::vector<std::size_t> letters;  // where each begins
  for (std::size_t i = 0; i < name.size(); ++i)
    if (begins_a_letter(name[i])) letters.push_back(i);
  // Keeps slightly more of the end, where numbers and file endings are.
  const auto cut_to = [&](std::size_t count) {
    const std::size_t front = count * 2 / 5, back = count - front;
    return name.substr(0, front < letters.size() ? letters[front] : name.size()) + kEllipsis +
           (back == 0 ? "" : name.substr(letters[letters.size() - back]));
  };
  std::size_t least = 0, most = letters.empty() ? 0 : letters.size() - 1;
  while (least < most) {
    const std::size_t count = (least + most + 1) / 2;
    if (width_of(cut_to(count)) <= width)
      least = count;
    else
      most = count - 1;
  }
  return cut_to(least);
}

}  // namespace

std::string cut_in_the_middle(const std::string& name, float width) {
  return cut_to_width(name, width,
                      [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; });
}

std::string cut_in_the_middle(const std::string& name, float width, const ImFont& font, float size) {
  return cut_to_width(name, width, [&](const std::string& text) {
    return font.CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x;
  });
}

std::string name_in_lines(const std::string& name, float width, int lines) {
  constexpr float kShorter = 0.95f;
  const auto fits = [&](const std::string& wrapped) { return std::ranges::count(wrapped, '\n') < lines; };
  // Lines end between words, so several of them hold less than as many times one.
  const float most = std::min(ImGui::CalcTextSize(name.c_str()).x, static_cast<float>(lines) * width);
  for (float room = most; room > width; room *= kShorter)
    if (std::string wrapped = wrapped_label(cut_in_the_middle(name, room), width); fits(wrapped))
      return wrapped;
  return cut_in_the_middle(name, width);
}

FittedName fitted_name(const std::string& name, float width) {
  constexpr float kSmallest = 0.65f, kInTwoLines = 0.62f;
  const float whole = ImGui::CalcTextSize(name.c_str()).x;
  if (whole <= width) return {name};
  if (kSmallest * whole <= width) return {name, width / whole};
  return {name_in_lines(name, width / kInTwoLines, 2), kInTwoLines};
}

void draw_fitted(ImDrawList& list, ImVec2 corner, float height, const FittedName& name, ImU32 color) {
  const float above = 0.5f * (height - name.part * ImGui::CalcTextSize(name.text.c_str()).y);
  list.AddText(ImGui::GetFont(), name.part * ImGui::GetFontSize(), {corner.x, corner.y + above}, color,
               name.text.c_str());
}

void draw_fitted(ImDrawList& list, ImVec2 at, const std::string& text, float room, const ImFont& font,
                 float size, ImU32 color) {
  constexpr float kLeastPart = 0.65f, kLegible = 11.0f;  // of the letters; pixels
  const float whole = font.CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x;
  const float least = std::clamp(kLegible / size, kLeastPart, 1.0f);
  const float part = whole > room ? std::clamp(room / whole, least, 1.0f) : 1.0f;
  // Letters that were made as small as it takes are as wide as the room, but for what is rounded.
  const std::string shown = least * whole > room ? cut_in_the_middle(text, room, font, part * size) : text;
  list.AddText(&font, part * size, {at.x, at.y + 0.5f * (1.0f - part) * size}, color, shown.c_str());
}

void cut_name(const std::string& name, float width) {
  const float room = std::max(width > 0.0f ? width : ImGui::GetContentRegionAvail().x, 1.0f);
  const std::string shown = cut_in_the_middle(name, room);
  ImGui::TextUnformatted(shown.c_str());
  if (shown != name && ImGui::IsItemHovered()) show_tooltip(name);
}

}  // namespace mannequin::preview
