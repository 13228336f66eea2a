#include "tools/preview/panels/key_help.h"

namespace mannequin::preview {
namespace {

struct KeyLine {
  const char *keys, *what;
};
constexpr KeyLine kSecondLife[] = {
    {"Drag", "turn sideways, zoom up and down"},         {"Ctrl + drag", "turn about the avatar"},
    {"Ctrl + Shift + drag, middle drag", "pan"},         {"Wheel", "zoom"},
    {"Double-click, Alt + click", "look at that point"}, {"Alt + drag", "turn and zoom about that point"},
    {"Alt + W A S D E C", "turn, zoom, over, under"},    {"A", "fit what is worn"}};
constexpr KeyLine kBlender[] = {{"Middle drag", "turn"},
                                {"Shift + middle drag", "pan"},
                                {"Ctrl + middle drag, wheel", "zoom"},
                                {"Num 1, 3, 7", "front, side, top"},
                                {"Num 2 4 6 8, 9", "turn by 15\u00b0, look from the opposite"},
                                {"Ctrl + Num 1, 3, 7", "back, other side, from below"},
                                {"Num .", "fit what is selected"},
                                {"A, Alt + A", "select all joints, none"},
                                {"Double-click, Alt + middle click", "look at that point"}};
constexpr KeyLine kCommon[] = {{"1 2 3 4 5 7", "front, side, back, three-quarter, face, top"},
                               {"0", "orthographic"},
                               {"Arrows, Page up/down", "turn, zoom; with Ctrl+Shift pan"},
                               {"Click, Shift + click", "select, add; again: what is behind"},
                               {"F", "fit what is selected"},
                               {"Home", "fit what is worn"},
                               {"Esc, Esc Esc", "select nothing, camera home"},
                               {"R", "rings to turn the selected joint"},
                               {"J V M C G", "joints, volumes, meshes, colours, ground"},
                               {"Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y", "undo, redo"},
                               {"Space", "play or pause the clip"},
                               {"Ctrl+O", "open a file"},
                               {"Ctrl+S, Ctrl+Shift+S", "save the shape, under another name"},
                               {"F5, F6", "reload the files, watch them on or off"},
                               {"Esc, right button", "cancel a drag"},
                               {"Slider: drag, Shift + drag", "move, ten times finer"},
                               {"Slider: double-click", "type a number"},
                               {"Slider: Left, Right, Backspace", "step by one, default"},
                               {"Ctrl+Q", "quit"}};

void lines(std::span<const KeyLine> keys) {
  for (const KeyLine& line : keys) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(line.keys);
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", line.what);
  }
}

}  // namespace

void KeyHelp::draw() {
  if (!open_) return;
  ImGui::SetNextWindowPos({0.5f * ImGui::GetIO().DisplaySize.x, 0.5f * ImGui::GetIO().DisplaySize.y},
                          ImGuiCond_Appearing, {0.5f, 0.5f});
  if (ImGui::Begin("Keys", &open_, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse)) {
    ViewSettings& view = session_.view();
    ImGui::TextUnformatted("Controls");
    for (const auto& [label, controls] :
         {std::pair{"Second Life", Controls::second_life}, {"Blender", Controls::blender}}) {
      ImGui::SameLine();
      if (!ImGui::RadioButton(label, view.controls == controls)) continue;
      view.controls = controls;
      view.controls_chosen = true;
    }
    ImGui::Checkbox("Camera follows the section of sliders that is opened", &view.camera_follows_section);
    ImGui::Separator();
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
      lines(view.controls == Controls::second_life ? std::span<const KeyLine>(kSecondLife) : kBlender);
      lines(kCommon);
      ImGui::EndTable();
    }
  }
  ImGui::End();
}

}  // namespace mannequin::preview
