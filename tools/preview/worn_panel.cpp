// What is worn, and what was remarked about it.
#include <fmt/format.h>

#include <algorithm>

#include "tools/preview/interface.h"

namespace mannequin::preview {

void Interface::worn_row(std::size_t index) {
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
  ImGui::SameLine(remove_x);
  if (ImGui::Button("\u2715")) {
    session_.tell(Message::Kind::done, fmt::format("Took off {}", file.name));
    scene.take_off(index);
    ImGui::PopID();
    return;
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Take off");

  ImGui::Indent(px(30.0f));
  ImGui::PushFont(fonts_.small);
  ImGui::TextDisabled("%s vertices, %zu mesh%s", fmt::format("{}", file.vertex_count()).c_str(),
                      file.meshes.size(), file.meshes.size() == 1 ? "" : "es");
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
    ImGui::PushStyleColor(ImGuiCol_Text, theme_->warning);
    ImGui::Text("\u25b2 %s has no bone weights and is left out", name.c_str());
    ImGui::PopStyleColor();
  }
  for (auto note = file.notes.begin(); note != file.notes.end(); ++note) {
    const auto alike = [&](const io::Note& other) { return other.code == note->code; };
    // One of a kind is enough to read; the rest is counted.
    if (note->severity == io::Severity::info || std::any_of(file.notes.begin(), note, alike)) continue;
    const auto more = std::count_if(note, file.notes.end(), alike) - 1;
    const bool error = note->severity == io::Severity::error;
    ImGui::PushStyleColor(ImGuiCol_Text, error ? theme_->error : theme_->warning);
    ImGui::TextUnformatted(fmt::format("{} {}: {}{}", error ? "\u2715" : "\u25b2", note->where, note->what,
                                       more > 0 ? fmt::format(" ({} more like this)", more) : "")
                               .c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::Unindent(px(30.0f));
  ImGui::Spacing();
  ImGui::PopID();
}

void Interface::worn_panel(ImVec2) {
  ImGui::SetNextWindowPos({0.0f, view_.min.y});
  ImGui::SetNextWindowSize({view_.min.x, view_.size.y});
  ImGui::Begin(
      "Worn", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const std::size_t count = session_.scene().worn().size();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(count == 0 ? "Worn" : fmt::format("Worn {}", count).c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - px(64.0f));
  if (ImGui::Button("Open...", {px(64.0f), 0.0f})) opening_ = true;
  ImGui::Separator();
  ImGui::BeginChild("rows", {0.0f, -px(150.0f)});
  for (std::size_t i = 0; i < session_.scene().worn().size(); ++i) worn_row(i);
  ImGui::PushTextWrapPos();
  if (count == 0)
    ImGui::TextDisabled("Nothing worn. Drop a rigged mesh here, or press Open.");
  else
    ImGui::TextDisabled(
        "+ drop .dae, .glb, .gltf or .llmesh meshes, shapes (.xml, .json), poses (.json) and animations (.anim, .bvh) "
        "anywhere");
  ImGui::PopTextWrapPos();
  ImGui::EndChild();

  ImGui::Separator();
  ImGui::TextUnformatted("Messages");
  ImGui::BeginChild("messages", {0.0f, 0.0f});
  ImGui::PushFont(fonts_.small);
  ImGui::PushTextWrapPos();
  const auto& messages = session_.messages();
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    const bool done = message->kind == Message::Kind::done, error = message->kind == Message::Kind::error;
    ImGui::PushStyleColor(ImGuiCol_Text, done ? theme_->secondary : error ? theme_->error : theme_->warning);
    ImGui::TextUnformatted(fmt::format("{} {}",
                                       done    ? "\u2713"
                                       : error ? "\u2715"
                                               : "\u25b2",
                                       message->text)
                               .c_str());
    ImGui::PopStyleColor();
  }
  if (messages.empty()) ImGui::TextDisabled("No messages yet.");
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace mannequin::preview
