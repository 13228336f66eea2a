#include "tools/preview/panels/file_dialogs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace mannequin::preview {
namespace {

void centre_next(float y) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * size.x, y * size.y}, ImGuiCond_Appearing, {0.5f, 0.0f});
}

bool escaped() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)); }

}  // namespace

float FileDialogs::field_width() const {
  return std::min(px(520.0f), ImGui::GetIO().DisplaySize.x - px(60.0f));
}

void FileDialogs::save_shape(bool under_another_name) {
  const std::filesystem::path& path = session_.scene().choice().shape;
  if (!under_another_name && !path.empty()) {
    (void)session_.save_shape(path);  // told in the messages
    return;
  }
  const std::string proposed = path.empty() ? "my_shape.xml" : path.string();
  save_path_[proposed.copy(save_path_, sizeof save_path_ - 1)] = '\0';
  saving_ = true;
}

// What comes of it is told in the messages.
void FileDialogs::open(const std::filesystem::path& path) {
  if (replaced_ && *replaced_ < session_.scene().worn().size())
    (void)session_.replace_worn(*replaced_, path);
  else
    (void)session_.open(path, false);
}

void FileDialogs::open_popup() {
  if (opening_) ImGui::OpenPopup("Open a file");
  opening_ = false;
  ImGui::SetNextWindowPos({0.5f * ImGui::GetIO().DisplaySize.x, 0.3f * ImGui::GetIO().DisplaySize.y},
                          ImGuiCond_Appearing, {0.5f, 0.0f});
  if (!ImGui::BeginPopupModal("Open a file", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  if (replaced_ && *replaced_ < session_.scene().worn().size())
    ImGui::TextUnformatted(fmt::format("In place of {}:", session_.scene().worn()[*replaced_]->name).c_str());
  ImGui::PushTextWrapPos(field_width());
  ImGui::TextUnformatted(
      "Path of a mesh (.dae, .glb, .gltf, .llmesh), a shape (.xml, .json), a pose (.json) or an "
      "animation (.anim, .bvh):");
  ImGui::PopTextWrapPos();
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(field_width());
  const bool entered =
      ImGui::InputText("##path", open_path_, sizeof open_path_, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::TextDisabled("Or drop the file anywhere on the window.");
  recent_files();
  const bool open = ImGui::Button("Open") || entered;
  ImGui::SameLine();
  const bool cancel = ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (open && open_path_[0] != '\0') this->open(open_path_);
  if (open || cancel) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void FileDialogs::save_popup() {
  if (saving_) ImGui::OpenPopup("Save the shape");
  saving_ = false;
  centre_next(0.3f);
  if (!ImGui::BeginPopupModal("Save the shape", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  ImGui::TextUnformatted("Path. The ending says the form:");
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(field_width());
  const bool entered =
      ImGui::InputText("##path", save_path_, sizeof save_path_, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PushTextWrapPos(field_width());
  ImGui::TextDisabled(
      ".json keeps everything, .xml is as a viewer's Appearance To XML, .txt as the grid keeps it.");
  ImGui::PopTextWrapPos();
  std::error_code error;
  const std::filesystem::path path(save_path_);
  if (path != session_.scene().choice().shape && std::filesystem::exists(path, error)) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
    ImGui::TextUnformatted("\u25b2 There is a file of this name; saving replaces it.");
    ImGui::PopStyleColor();
  }
  const bool pressed = ImGui::Button("Save") || entered;
  ImGui::SameLine();
  const bool cancelled = ImGui::Button("Cancel") || escaped();
  if (pressed && !path.empty() && session_.save_shape(path)) {
    close_ = close_after_save_;
    close_after_save_ = false;
    ImGui::CloseCurrentPopup();
  }
  if (const auto& messages = session_.messages();
      !messages.empty() && messages.back().kind == Message::Kind::error)
    ImGui::TextUnformatted(messages.back().signed_text().c_str());
  if (cancelled) {
    close_after_save_ = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void FileDialogs::request_close() {
  if (session_.shape_name().empty() || !session_.shape_edited())
    close_ = true;
  else
    asking_ = true;
}

void FileDialogs::close_popup() {
  if (asking_) ImGui::OpenPopup("Changes are not saved");
  asking_ = false;
  centre_next(0.35f);
  if (!ImGui::BeginPopupModal("Changes are not saved", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  ImGui::TextUnformatted(fmt::format("The changes to {} are not saved.", session_.shape_name()).c_str());
  ImGui::Spacing();
  if (ImGui::Button("Save")) {
    close_ = session_.save_shape(session_.scene().choice().shape).has_value();
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
    session_.end_without_shape();
    close_ = true;
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button("Stay") || escaped()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

// In the view, and in nobody's way.
void FileDialogs::kept_shape_card() {
  if (!session_.offers_kept_shape()) return;
  ImGui::SetNextWindowPos({ui_.view.min.x + 0.5f * ui_.view.size.x, ui_.view.min.y + px(16.0f)},
                          ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::Begin("Unsaved shape", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::TextUnformatted("The last session ended with a shape that was not saved.");
  if (ImGui::Button("Take it up again")) session_.take_kept_shape();
  ImGui::SameLine();
  if (ImGui::Button("Discard it")) session_.drop_kept_shape();
  ImGui::End();
}

void FileDialogs::recent_files() {
  const auto recent = session_.settings().recent();  // a copy: opening one changes the list
  if (recent.empty()) return;
  ImGui::Separator();
  ImGui::TextUnformatted("Opened lately");
  for (const auto& path : recent) {
    if (!ImGui::Selectable(path.filename().string().c_str())) {
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", path.string().c_str());
      continue;
    }
    open(path);
    ImGui::CloseCurrentPopup();
  }
  ImGui::Separator();
}

void FileDialogs::draw() {
  open_popup();
  save_popup();
  close_popup();
  kept_shape_card();
}

}  // namespace mannequin::preview
