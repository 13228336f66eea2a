#include "tools/preview/panels/files/unsaved_weights.h"

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

void UnsavedWeights::draw() {
  for (const std::size_t row : workspace_.document.binding.unsaved()) {
    ImGui::PushID(static_cast<int>(row));
    ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
    ImGui::TextWrapped(
        "%s",
        tr("\u25b2 {}: no file has these weights", workspace_.document.avatar().worn()[row]->name).c_str());
    ImGui::PopStyleColor();
    if (ImGui::Button(tr("Save weights as..."))) files_.save_weights(row);
    if (ImGui::IsItemHovered())
      show_tooltip(
          tr("To a file of its own: .glb, .dae or a mesh asset. The one it came from stays as it is"));
    go_beside(button_width(tr("Show weights")));
    if (ImGui::Button(tr("Show weights"))) {
      if (const JointIndex joint = workspace_.view.colors.joint(); joint != kNoJoint)
        workspace_.actions.show_weights_of(joint);
      else
        workspace_.view.colors.show(ViewMode::strongest);
    }
    ImGui::PopID();
  }
}

}  // namespace mannequin::preview
