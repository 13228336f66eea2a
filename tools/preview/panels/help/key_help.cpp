#include "tools/preview/panels/help/key_help.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/document/translation.h"
#include "tools/preview/panels/help/guide_pages.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

struct PointerLine {
  const char *gesture, *what;
};
constexpr PointerLine kSecondLife[] = {{marked("Drag"), marked("turn sideways, zoom up and down")},
                                       {marked("Ctrl + drag"), marked("turn about the avatar")},
                                       {marked("Ctrl + Shift + drag, middle drag"), marked("pan")},
                                       {marked("Double-click, Alt + click"), marked("look at that point")},
                                       {marked("Alt + drag"), marked("turn and zoom about that point")},
                                       {marked("Alt + W A S D E C"), marked("turn, zoom, over, under")}};
constexpr PointerLine kBlender[] = {
    {marked("Middle drag"), marked("turn")},
    {marked("Shift + middle drag"), marked("pan")},
    {marked("Ctrl + middle drag"), marked("zoom")},
    {marked("Num 2 4 6 8"), marked("turn by 15\u00b0")},
    {marked("Double-click, Alt + middle click"), marked("look at that point")}};
constexpr PointerLine kWheel[] = {{marked("Wheel"), marked("zoom")}};
constexpr PointerLine kTouchpad[] = {{marked("Two fingers"), marked("turn; with Ctrl zoom, with Shift pan")}};
constexpr PointerLine kCommon[] = {
    {marked("Arrows, Page up/down"), marked("turn, zoom; with Ctrl+Shift pan")},
    {marked("Click, Shift + click"), marked("select, add; click again for what is behind")},
    {marked("Esc, right button"), marked("cancel a drag")},
    {marked("Tab, Shift + Tab, arrows"), marked("in a panel: to the next thing, the one before")},
    {marked("Enter, Space"), marked("press what has the frame")},
    {marked("Esc in a panel"), marked("back to the view")},
    {marked("Slider: drag, Shift + drag"), marked("move, ten times finer")},
    {marked("Slider: double-click, also on its number"), marked("type a number")},
    {marked("Slider: Left, Right, Backspace"), marked("step by one, default; with Shift by a tenth")},
    {marked("Edge of a column: drag, double-click"), marked("its width, as at first")}};

using Lines = std::vector<std::pair<std::string, std::string>>;

Lines lines_for(Controls controls, bool touchpad, const Commands& commands) {
  Lines lines;
  const auto add = [&](std::span<const PointerLine> list) {
    for (const PointerLine& each : list) lines.emplace_back(tr(each.gesture), tr(each.what));
  };
  add(controls == Controls::second_life ? std::span<const PointerLine>(kSecondLife) : kBlender);
  add(touchpad ? std::span<const PointerLine>(kTouchpad) : kWheel);
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
  ImGui::TableSetupColumn(tr("keys"), ImGuiTableColumnFlags_WidthFixed, left);
  ImGui::TableSetupColumn(tr("what"), ImGuiTableColumnFlags_WidthStretch);
  for (const auto& [keys, what] : lines) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    wrapped_text(keys);
    ImGui::TableNextColumn();
    wrapped_hint(what);
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
  if (ImGui::Begin(titled(marked("Keys")).c_str(), &open_,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    if (closed_by_escape(ui_)) open_ = false;
    ViewSettings& view = workspace_.view.settings;
    ImGui::TextUnformatted(tr("Controls"));
    for (const auto& [label, controls] :
         {std::pair{"Second Life", Controls::second_life}, {"Blender", Controls::blender}}) {
      ImGui::SameLine();
      if (!ImGui::RadioButton(label, view.controls == controls)) continue;
      view.controls = controls;
      view.controls_chosen = true;
    }
    ImGui::Checkbox(tr("Camera follows the section of sliders"), &view.camera_follows_section);
    ImGui::Separator();
    key_table(lines_for(view.controls, view.touchpad, ui_.commands));
  }
  ImGui::End();
}

}  // namespace mannequin::preview
