#include "tools/preview/panels/worn_panel.h"

#include <fmt/format.h>

namespace mannequin::preview {
namespace {

// Says that what is shown is not what lies on disk. Striped, so that it is not told by colour alone.
void badge(const char* text, ImVec2 right_middle, const Fonts& fonts, const Theme& theme, float scale) {
  const float size = ImGui::GetFontSize() * 15.0f / 17.0f;
  const ImVec2 extent = fonts.small->CalcTextSizeA(size, 1e9f, 0.0f, text);
  const ImVec2 min(right_middle.x - extent.x - 18.0f * scale, right_middle.y - 10.0f * scale),
      max(right_middle.x, right_middle.y + 10.0f * scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, theme.warning, 4.0f * scale);
  list.PushClipRect(min, max, true);
  for (float x = min.x - (max.y - min.y); x < max.x; x += 8.0f * scale)
    list.AddLine({x, max.y}, {x + (max.y - min.y), min.y}, theme.panel, 2.5f * scale);
  list.PopClipRect();
  list.AddRectFilled({min.x + 6.0f * scale, min.y + 2.0f * scale}, {max.x - 6.0f * scale, max.y - 2.0f * scale},
                     theme.warning);
  list.AddText(fonts.small, size, {min.x + 9.0f * scale, right_middle.y - 0.5f * extent.y}, theme.panel, text);
}

}  // namespace

void WornPanel::row(std::size_t index) {
  Scene& scene = session_.scene();
  const WornFile& file = *scene.worn()[index];
  ImGui::PushID(static_cast<int>(index));
  bool visible = file.visible;
  if (ImGui::Checkbox("##visible", &visible)) scene.show(index, visible);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Show in the view. Hidden meshes stay worn.");
  ImGui::SameLine();
  const float remove_x = ImGui::GetContentRegionMax().x - px(26.0f);
  ImGui::PushClipRect(ImGui::GetCursorScreenPos(),
                      {ImGui::GetWindowPos().x + remove_x, ImGui::GetCursorScreenPos().y + px(40.0f)}, true);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(file.name.c_str());
  ImGui::PopClipRect();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", file.path.string().c_str());
  if (file.gone || !file.problem.empty()) {
    const ImVec2 row = ImGui::GetItemRectMin();
    const ImVec2 at(ImGui::GetWindowPos().x + remove_x - px(6.0f), row.y + 0.5f * ImGui::GetItemRectSize().y);
    badge(file.gone ? "gone" : "old", at, ui_.fonts, theme(), ui_.scale);
    if (ImGui::IsMouseHoveringRect({at.x - px(50.0f), at.y - px(10.0f)}, {at.x, at.y + px(10.0f)}))
      ImGui::SetTooltip("Shown as it was at %s. %s", file.loaded_at.c_str(),
                        file.gone ? "The file is no longer there." : "The new file cannot be used.");
  }
  ImGui::SameLine(remove_x);
  if (ImGui::Button("\u2715")) {
    session_.tell(Message::Kind::done, fmt::format("Took off {}", file.name));
    scene.take_off(index);
    ImGui::PopID();
    return;
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Take off");

  ImGui::Indent(px(30.0f));
  ImGui::PushFont(ui_.fonts.small);
  ImGui::TextDisabled("%zu vertices, %zu mesh%s%s", file.vertex_count(), file.meshes.size(),
                      file.meshes.size() == 1 ? "" : "es",
                      file.on_disk && session_.view().watch_files ? ", watched" : "");
  if (file.position_count > 0) {
    bool on = file.joint_positions;
    if (ImGui::Checkbox("joint positions", &on)) scene.use_joint_positions(index, on);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip(
          "Whether the file's joint positions count, as the uploader's tick box \"Include joint "
          "positions\".\n"
          "The file has positions for %zu joints; those further than 0.1 mm from the default move the joint.",
          file.position_count);
  }
  ImGui::PushTextWrapPos();
  for (const std::string& name : file.unrigged) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
    ImGui::Text("\u25b2 %s has no bone weights and is left out", name.c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::Unindent(px(30.0f));
  ImGui::Spacing();
  ImGui::PopID();
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
  for (std::size_t i = 0; i < session_.scene().worn().size(); ++i) row(i);
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
