#include "tools/preview/panels/files/save_dialog.h"

#include <imgui_internal.h>

#include <algorithm>

#include "tools/document/reason.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/files/typed_path.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

bool begin_dialog(const char* title) {
  constexpr float kTop = 0.2f;  // of the window
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImGuiWindow* const known = ImGui::FindWindowByName(title);
  const float room = known == nullptr ? display.y : std::max(display.y - known->Size.y, 0.0f);
  ImGui::SetNextWindowPos({0.5f * display.x, std::min(kTop * display.y, room)}, ImGuiCond_Always,
                          {0.5f, 0.0f});
  return ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize);
}

float dialog_width(const Ui& ui) {
  return std::min(ui.px(520.0f), ImGui::GetIO().DisplaySize.x - ui.px(60.0f));
}

bool safe_button(const char* label) {
  const bool pressed = ImGui::Button(label);
  if (ImGui::IsWindowAppearing()) {
    ImGui::SetItemDefaultFocus();
    ImGui::GetCurrentContext()->NavDisableHighlight = false;  // ImGui presses only what it shows as focused
  }
  return pressed;
}

bool cancel_button() {
  return ImGui::Button(tr("Cancel")) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
}

void dialog_problem(const Ui& ui, const std::string& problem) {
  if (problem.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme->error);
  wrapped_text("\u2715 " + problem, dialog_width(ui));
  ImGui::PopStyleColor();
}

bool replace_question(const Ui& ui, const std::string& what) {
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme->warning);
  wrapped_text("\u25b2 " + what, dialog_width(ui));
  ImGui::PopStyleColor();
  return ImGui::Button(tr("Replace"));
}

void SaveDialog::ask(const std::filesystem::path& proposed, std::string problem) {
  asked_.clear();
  std::error_code unknown;
  const std::string whole = std::filesystem::absolute(proposed, unknown).lexically_normal().string();
  path_[(unknown ? proposed.string() : whole).copy(path_, sizeof path_ - 1)] = '\0';
  problem_ = std::move(problem);
  asking_ = take_focus_ = true;
}

void SaveDialog::path_field() {
  if (take_focus_) ImGui::SetKeyboardFocusHere();
  take_focus_ = false;
  ImGui::SetNextItemWidth(dialog_width(ui_));
  entered_ = ImGui::InputText("##path", path_, sizeof path_,
                              ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
}

bool SaveDialog::replaces(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error);
}

SaveDialog::Answer SaveDialog::draw(const std::function<Status(const std::filesystem::path&)>& save) {
  if (asking_) ImGui::OpenPopup(tr(title_));
  asking_ = false;
  if (!begin_dialog(tr(title_))) return Answer::none;
  ImGui::TextUnformatted(tr("Path:"));
  path_field();
  const std::filesystem::path path = typed_path(path_);
  wrapped_hint(tr(endings_), dialog_width(ui_));
  dialog_problem(ui_, problem_);
  Answer answer = Answer::none;
  bool pressed = false;
  if (!path.empty() && asked_ == path && replaces(path)) {
    std::error_code unknown;
    pressed = replace_question(ui_, tr("{} already exists in {}. Replace it?", path.filename().string(),
                                       std::filesystem::absolute(path, unknown).parent_path().string()));
  } else {
    pressed = ImGui::Button(tr("Save")) || entered_;
    asked_ = pressed && replaces(path) ? path : std::filesystem::path();
    pressed = pressed && asked_.empty();
  }
  ImGui::SameLine();
  if (cancel_button()) answer = Answer::cancelled;
  if (pressed && !path.empty()) {
    if (const Status status = save(path)) {
      answer = Answer::saved;
    } else {
      problem_ = reason_of(status.error(), path);
      take_focus_ = true;  // for correction
    }
  }
  if (answer != Answer::none) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return answer;
}

}  // namespace mannequin::preview
