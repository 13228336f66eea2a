#include "tools/preview/panels/file_dialogs.h"

#include <fmt/format.h>

namespace mannequin::preview {

FileDialogs::FileDialogs(Ui& ui)
    : Panel(ui),
      open_(ui),
      save_(ui, "Save the shape",
            "The ending says the form: .json keeps everything, .xml is as a viewer's Appearance To XML, .txt "
            "as "
            "the grid keeps it.") {}

void FileDialogs::save_shape(bool under_another_name) {
  const std::filesystem::path& path = workspace_.document.avatar().choice().shape;
  if (!under_another_name && !path.empty()) {
    (void)workspace_.document.shape_file.save(path);  // told in the messages
    return;
  }
  save_.ask(path.empty() ? "my_shape.xml" : path.string());
}

void FileDialogs::save_popup() {
  const auto answer = save_.draw(
      workspace_.document.avatar().choice().shape,
      [&](const std::filesystem::path& path) { return workspace_.document.shape_file.save(path); });
  if (answer == SaveDialog::Answer::none) return;
  close_ = close_ || (close_after_save_ && answer == SaveDialog::Answer::saved);
  close_after_save_ = false;
}

void FileDialogs::request_close() {
  if (workspace_.document.shape_file.name().empty() || !workspace_.document.shape_file.edited())
    close_ = true;
  else
    asking_ = true;
}

void FileDialogs::close_popup() {
  if (asking_) ImGui::OpenPopup("Changes are not saved");
  asking_ = false;
  place_dialog();
  if (!ImGui::BeginPopupModal("Changes are not saved", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  ImGui::TextUnformatted(
      fmt::format("The changes to {} are not saved.", workspace_.document.shape_file.name()).c_str());
  ImGui::Spacing();
  if (ImGui::Button("Save")) {
    close_ = workspace_.document.shape_file.save(workspace_.document.avatar().choice().shape).has_value();
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button("Save as")) {
    close_after_save_ = true;
    save_shape(true);
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button("Discard")) {
    workspace_.document.kept_shape.end_without();
    close_ = true;
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button("Stay") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

// In the view, and in nobody's way.
void FileDialogs::kept_shape_card() {
  if (!workspace_.document.kept_shape.offered()) return;
  ImGui::SetNextWindowPos({ui_.view.min.x + 0.5f * ui_.view.size.x, ui_.view.min.y + px(16.0f)},
                          ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::Begin("Unsaved shape", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::TextUnformatted("The last session ended with a shape that was not saved.");
  if (ImGui::Button("Take it up again")) workspace_.document.kept_shape.take();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Its sliders are set as they were. Can be undone");
  ImGui::SameLine();
  if (ImGui::Button("Discard it")) workspace_.document.kept_shape.drop();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("It is gone then, and the default shape stays");
  ImGui::End();
}

void FileDialogs::draw() {
  open_.draw();
  save_popup();
  close_popup();
  kept_shape_card();
}

}  // namespace mannequin::preview
