#include "tools/preview/panels/help/key_help.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/preview/panels/help/guide_pages.h"
#include "tools/preview/panels/shared/key_focus.h"

namespace mannequin::preview {
namespace {

struct PointerLine {
  const char *gesture, *what;
};
constexpr PointerLine kSecondLife[] = {
    {"Drag", "turn sideways, zoom up and down"},         {"Ctrl + drag", "turn about the avatar"},
    {"Ctrl + Shift + drag, middle drag", "pan"},         {"Wheel", "zoom"},
    {"Double-click, Alt + click", "look at that point"}, {"Alt + drag", "turn and zoom about that point"},
    {"Alt + W A S D E C", "turn, zoom, over, under"}};
constexpr PointerLine kBlender[] = {{"Middle drag", "turn"},
                                    {"Shift + middle drag", "pan"},
                                    {"Ctrl + middle drag, wheel", "zoom"},
                                    {"Num 2 4 6 8", "turn by 15\u00b0"},
                                    {"Double-click, Alt + middle click", "look at that point"}};
constexpr PointerLine kCommon[] = {
    {"Arrows, Page up/down", "turn, zoom; with Ctrl+Shift pan"},
    {"Click, Shift + click", "select, add; click again for what is behind"},
    {"Esc, right button", "cancel a drag"},
    {"Tab, Shift + Tab, arrows", "in a panel: to the next thing, the one before"},
    {"Enter, Space", "press what has the frame"},
    {"Esc in a panel", "back to the view"},
    {"Slider: drag, Shift + drag", "move, ten times finer"},
    {"Slider: double-click, also on its number", "type a number"},
    {"Slider: Left, Right, Backspace", "step by one, default; with Shift by a tenth"},
    {"Edge of a column: drag, double-click", "its width, as at first"}};

using Lines = std::vector<std::pair<std::string, std::string>>;

Lines lines_for(Controls controls, const Commands& commands) {
  Lines lines;
  const auto add = [&](std::span<const PointerLine> list) {
    for (const PointerLine& each : list) lines.emplace_back(each.gesture, each.what);
  };
  add(controls == Controls::second_life ? std::span<const PointerLine>(kSecondLife) : kBlender);
  add(kCommon);
  // Taken from the command list, so they are always the keys that work.
  for (const GuideLine& each : command_page(commands).lines)
    if (each.kind == GuideLine::Kind::row && !each.cells[1].empty())
      lines.emplace_back(each.cells[1], each.cells[0]);
  return lines;
}

// The left column fits its longest entry, but leaves half to the right one; all text wraps.
void key_table(const Lines& lines) {
  float left = 0.0f;
  for (const auto& [keys, what] : lines) left = std::max(left, ImGui::CalcTextSize(keys.c_str()).x);
  left = std::min(left, 0.5f * ImGui::GetContentRegionAvail().x);
  if (!ImGui::BeginTable("keys", 2, ImGuiTableFlags_ScrollY)) return;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, left);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  for (const auto& [keys, what] : lines) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextWrapped("%s", keys.c_str());
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextDisabled("%s", what.c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::EndTable();
}

}  // namespace

void KeyHelp::draw() {
  if (!open_) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(px(560.0f), 0.95f * display.x), std::min(px(620.0f), 0.85f * display.y)},
                           ImGuiCond_Appearing);
  if (ImGui::Begin("Keys", &open_, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    if (closed_by_escape(ui_)) open_ = false;
    ViewSettings& view = workspace_.view.settings;
    ImGui::TextUnformatted("Controls");
    for (const auto& [label, controls] :
         {std::pair{"Second Life", Controls::second_life}, {"Blender", Controls::blender}}) {
      ImGui::SameLine();
      if (!ImGui::RadioButton(label, view.controls == controls)) continue;
      view.controls = controls;
      view.controls_chosen = true;
    }
    ImGui::Checkbox("Camera follows the section of sliders", &view.camera_follows_section);
    ImGui::Separator();
    key_table(lines_for(view.controls, ui_.commands));
  }
  ImGui::End();
}

}  // namespace mannequin::preview
