#include "tools/preview/panels/sliders/random_dialog.h"

#include "tools/document/random_shape.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

void RandomDialog::open() {
  if (open_) return;
  open_ = true;
  workspace_.document.sliders.begin_trial(/*another_shape=*/true);
  before_ = workspace_.document.avatar().choice().sliders;
  show();
}

void RandomDialog::show() {
  workspace_.document.sliders.try_out(random_shape(workspace_.document.character().appearance, before_,
                                                   workspace_.document.avatar().sex(),
                                                   static_cast<std::uint32_t>(seed_), percent_ / 100.0));
}

void RandomDialog::close(bool keep) {
  workspace_.document.sliders.end_trial(keep, tr("Random shape {}, {} %", seed_, percent_));
  open_ = false;
}

void RandomDialog::draw() {
  if (!open_) return;
  // Next to the avatar, which is what the user looks at.
  ImGui::SetNextWindowPos({ui_.view.min.x + px(16.0f), ui_.view.min.y + px(16.0f)}, ImGuiCond_Appearing);
  bool stays = true;
  if (ImGui::Begin(titled(marked("Random shape")).c_str(), &stays,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoSavedSettings)) {
    if (closed_by_escape(ui_)) stays = false;
    ImGui::SetNextItemWidth(px(150.0f));
    bool changed = ImGui::InputInt(tr("seed"), &seed_);
    if (ImGui::IsItemHovered()) show_tooltip(tr("The same seed gives the same shape, also elsewhere"));
    ImGui::SetNextItemWidth(px(150.0f));
    changed |= ImGui::DragInt(tr("amount"), &percent_, 0.5f, 0, 100, "%d %%", ImGuiSliderFlags_AlwaysClamp);
    if (ImGui::IsItemHovered())
      show_tooltip(
          tr("How far from the present shape: drag, or double-click and type.\n0 % changes nothing, 100 % "
             "goes anywhere between the sliders' ends."));
    if (ImGui::Button(tr("Another"))) ++seed_, changed = true;
    ImGui::SameLine();
    if (changed) show();
    if (ImGui::Button(tr("Keep"))) close(true);
    ImGui::SameLine();
    if (open_ && (ImGui::Button(tr("Cancel")) || !stays)) close(false);
  }
  ImGui::End();
}

}  // namespace mannequin::preview
