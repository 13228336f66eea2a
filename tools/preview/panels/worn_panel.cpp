#include "tools/preview/panels/worn_panel.h"

#include <fmt/format.h>

namespace mannequin::preview {
std::optional<std::size_t> WornPanel::row_at(ImVec2 point) const {
  if (!rows_.contains(point)) return std::nullopt;
  for (std::size_t i = 0; i < row_ends_.size(); ++i)
    if (point.y < row_ends_[i]) return i;
  return std::nullopt;
}

void WornPanel::draw() {
  ImGui::SetNextWindowPos({0.0f, ui_.view.min.y});
  ImGui::SetNextWindowSize({ui_.view.min.x, ui_.view.size.y});
  ImGui::Begin(
      "Worn", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const std::size_t count = session_.scene().worn().size();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(count == 0 ? "Worn" : fmt::format("Worn {}", count).c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - px(64.0f));
  if (ImGui::Button("Open...", {px(64.0f), 0.0f})) files_.ask_for_file();
  ImGui::Separator();
  ImGui::BeginChild("rows", {0.0f, 0.4f * ImGui::GetContentRegionAvail().y});
  rows_ = {ImGui::GetWindowPos(), ImGui::GetWindowSize()};
  if (conflicts_revision_ != session_.scene().worn_revision()) {
    conflicts_revision_ = session_.scene().worn_revision();
    conflicts_ = worn_conflicts(session_.scene());
  }
  row_ends_.clear();
  for (std::size_t i = 0; i < session_.scene().worn().size() && row_.draw(i, conflicts_); ++i)
    row_ends_.push_back(ImGui::GetCursorScreenPos().y);
  ImGui::PushTextWrapPos();
  if (count == 0)
    ImGui::TextDisabled("Nothing worn. Drop a rigged mesh here, or press Open.");
  else
    ImGui::TextDisabled(
        "+ drop .dae, .glb, .gltf or .llmesh meshes, shapes (.xml, .json), poses (.json) and animations (.anim, .bvh) "
        "anywhere");
  ImGui::PopTextWrapPos();
  ImGui::EndChild();

  findings_.draw();
  ImGui::End();
}

}  // namespace mannequin::preview
