#include "tools/preview/panels/help/first_run_card.h"

#include <algorithm>

#include "tools/document/translation.h"
#include "tools/preview/panels/navigation/navigation.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/panels/worn/stand_in_offer.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

namespace {

// Of the view, before scaling: what the whole card needs to leave the avatar free.
constexpr float kLeastViewWidth = 480.0f, kLeastViewHeight = 420.0f;
constexpr float kLeastOfAll = 160.0f;  // in a lower one nothing would be left of it beside the question

}  // namespace

void FirstRunCard::sample() {
  const Command* const jacket = ui_.commands.find("Try a sample jacket");
  if (jacket == nullptr || !jacket->can_run()) return;
  if (ImGui::Button(tr(jacket->name).c_str())) jacket->run();
  if (ImGui::IsItemHovered()) wrapped_tooltip(tr(jacket->hint));
}

// In one line if a little smaller letters make it fit.
void FirstRunCard::question(float room, bool small) const {
  const char* const text = tr("Which controls do you know?");
  if (!small) return ImGui::TextUnformatted(text);
  constexpr float kSmaller = 0.8f;
  const float part = room / ImGui::CalcTextSize(text).x;
  if (part < kSmaller) return wrapped_text(text, room);
  ImGui::SetWindowFontScale(std::min(part, 1.0f));
  ImGui::TextUnformatted(text);
  ImGui::SetWindowFontScale(1.0f);
}

// In a small view in few words where more would need three lines.
void FirstRunCard::drop_hint(float room, bool small) const {
  const std::string all = tr("Drop a .dae, .glb, shape .xml, .anim or .bvh anywhere on the window.");
  const bool fits = ImGui::CalcTextSize(wrapped_label(all, room).c_str()).y < 2.5f * ImGui::GetFontSize();
  const float end = small ? ImGui::GetCursorPosX() + room : room;
  wrapped_hint(small && !fits ? tr("Drop files anywhere.") : all, end);
}

void FirstRunCard::draw() {
  Preferences& preferences = workspace_.view.settings;
  // One question at a time.
  if (preferences.controls_chosen || workspace_.document.kept.offered()) return;
  // The question waits, for instance until an animation's bar is closed.
  if (ui_.view.size.y < px(kLeastOfAll)) return;
  // In a small view without the samples, which can be found elsewhere: the avatar is to be seen.
  const bool small = ui_.view.size.x < px(kLeastViewWidth) || ui_.view.size.y < px(kLeastViewHeight);
  const float margin = px(small ? 6.0f : 16.0f);
  const ImVec2 padding = small ? ImVec2(px(8.0f), px(8.0f)) : ImGui::GetStyle().WindowPadding;
  // In a lower corner, and narrow; in a small view low instead: the avatar is in the middle, its face to the
  // left. Never over the columns beside the view.
  const ImVec2 corner(ui_.view.min.x + ui_.view.size.x - margin, ui_.view.min.y + ui_.view.size.y - margin);
  ImGui::SetNextWindowPos({std::max(corner.x, ui_.view.min.x + width_), corner.y}, ImGuiCond_Always,
                          {1.0f, 1.0f});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_raised);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::Begin("First start", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  const float most = ui_.view.size.x - 2.0f * (margin + padding.x),
              room = std::min(px(small ? 260.0f : 232.0f), most);
  if (small) ImGui::PushFont(ui_.fonts.small);
  question(room, small);
  const float both = button_width("Second Life") + ImGui::GetStyle().ItemSpacing.x + button_width("Blender");
  for (const auto& [label, controls] :
       {std::pair{"Second Life", Controls::second_life}, {"Blender", Controls::blender}}) {
    if (controls == Controls::blender && both <= room) ImGui::SameLine();
    if (ImGui::Button(label)) {
      preferences.controls = controls;
      preferences.controls_chosen = true;
      workspace_.document.messages().report(Message::Kind::done,
                                            tr("Controls of {}. F1 lists them, and changes them.", label));
    }
    if (ImGui::IsItemHovered())
      show_tooltip(tr(Navigation::hint(controls, workspace_.view.settings.touchpad)));
  }
  if (small) {
    drop_hint(room, small);
    ImGui::PopFont();
  } else {
    sample();
    // Sliders and poses are judged by clothes: with a body alone there are some to begin with.
    if (std::ranges::all_of(workspace_.document.avatar().worn(), &WornFile::stands_in))
      offer_clothes(workspace_);
    ImGui::PushFont(ui_.fonts.small);
    drop_hint(room, small);
    ImGui::PopFont();
  }
  width_ = ImGui::GetWindowWidth();
  ui_.card = {width_ + margin, ImGui::GetWindowHeight() + margin + px(12.0f)};
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace mannequin::preview
