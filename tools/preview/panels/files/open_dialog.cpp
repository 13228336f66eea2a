#include "tools/preview/panels/files/open_dialog.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cstdint>

#include "tools/document/reason.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/files/save_dialog.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

struct PathTyping {
  std::string completed;  // completed by Tab
  bool to_the_end = false;
};

int while_path_is_typed(ImGuiInputTextCallbackData* data) {
  auto& typing = *static_cast<PathTyping*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion && !typing.completed.empty()) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, typing.completed.c_str());
  } else if (typing.to_the_end) {
    data->ClearSelection();
    data->CursorPos = data->BufTextLen;
    typing.to_the_end = false;
  }
  return 0;
}

}  // namespace

void OpenDialog::begin() {
  ImGui::OpenPopup(tr("Open a file"));
  problem_.clear();
  began_ = path_;
  listed_ = "\n";  // a text that cannot be typed
  opening_ = to_the_end_ = false;
  take_focus_ = select_all_ = true;
}

void OpenDialog::put(const std::string& text) {
  path_[text.copy(path_, sizeof path_ - 1)] = '\0';
  take_focus_ = to_the_end_ = true;
  select_all_ = false;
}

Status OpenDialog::use(const std::filesystem::path& path) {
  if (!texture_of_.empty()) return workspace_.document.clothing.set_texture(texture_of_, path);
  const bool replaces = replaced_ && *replaced_ < workspace_.document.avatar().worn().size();
  return replaces ? workspace_.document.files.replace_worn(*replaced_, path)
                  : workspace_.document.files.open(path, false);
}

// Stays open on failure, so that the user can correct it.
void OpenDialog::open(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    put(path.string().ends_with('/') ? path.string() : path.string() + '/');
    return;
  }
  const Status status = use(path);
  if (status) {
    ImGui::CloseCurrentPopup();
    return;
  }
  problem_ = reason_of(status.error(), path);
  take_focus_ = to_the_end_ = true;
  select_all_ = false;
}

void OpenDialog::take(const FolderEntry& entry) {
  put(as_typed(entry));
  if (!entry.is_folder) open(entry.path);
}

bool OpenDialog::path_field() {
  if (listed_ != path_) {
    listed_ = path_;
    entries_ = folder_entries(listed_);
    ui_.rare.want(listed_);
    for (const FolderEntry& entry : entries_) ui_.rare.want(entry.name);
  }
  PathTyping typing{completion(listed_, entries_), to_the_end_};
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways;
  if (select_all_) flags |= ImGuiInputTextFlags_AutoSelectAll;
  // If there is nothing to complete, Tab moves on.
  if (!typing.completed.empty()) flags |= ImGuiInputTextFlags_CallbackCompletion;
  if (take_focus_) ImGui::SetKeyboardFocusHere();
  take_focus_ = false;
  ImGui::SetNextItemWidth(dialog_width(ui_));
  const bool entered = ImGui::InputText("##path", path_, sizeof path_, flags, while_path_is_typed, &typing);
  to_the_end_ = typing.to_the_end;
  // ImGui asks only once, when the field is entered.
  constexpr auto kTab = std::uint64_t{1} << ImGuiKey_Tab;
  if (ImGui::IsItemActive()) {
    ImU64& taken = ImGui::GetCurrentContext()->ActiveIdUsingKeyInputMask;
    taken = typing.completed.empty() ? taken & ~kTab : taken | kTab;
  }
  return entered;
}

// What the dialog has room for in the window.
float OpenDialog::height_of_list(std::size_t count) const {
  const float line = ImGui::GetTextLineHeightWithSpacing(), window = ImGui::GetIO().DisplaySize.y;
  const float wanted = static_cast<float>(std::clamp<std::size_t>(count, 1, 10)) * line + px(12.0f);
  return std::min({wanted, 0.33f * window, std::max(window - around_list_, 2.0f * line + px(12.0f))});
}

// Recent files until something is typed; and the content of the folder.
void OpenDialog::list() {
  const bool with_recent = began_ == path_ && !workspace_.document.settings().recent().empty();
  const std::size_t count =
      entries_.size() + (with_recent ? workspace_.document.settings().recent().size() + 1 : 0);
  ImGui::BeginChild("list", {dialog_width(ui_), height_of_list(count)}, true, ImGuiWindowFlags_NavFlattened);
  if (with_recent) recent_files();
  if (count == 0) ImGui::TextDisabled("%s", tr("Nothing there begins like this."));
  const std::vector<FolderEntry> entries = entries_;  // selecting one changes them
  for (const FolderEntry& entry : entries) {
    const std::string name = entry.is_folder ? entry.name + '/' : entry.name;
    if (ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_DontClosePopups)) take(entry);
  }
  listed_height_ = ImGui::GetWindowHeight();
  ImGui::EndChild();
}

void OpenDialog::recent_files() {
  const auto recent = workspace_.document.settings().recent();  // a copy: opening one changes the list
  ImGui::TextDisabled("%s", tr("Recent files"));
  ImGui::PushID("lately");
  std::optional<std::filesystem::path> taken;
  for (const auto& path : recent) {
    if (ImGui::Selectable(path.filename().string().c_str(), false, ImGuiSelectableFlags_DontClosePopups))
      taken = path;
    if (ImGui::IsItemHovered()) show_tooltip(path.string());
  }
  ImGui::PopID();
  if (!entries_.empty()) ImGui::Separator();
  if (!taken) return;
  put(taken->string());
  open(*taken);
}

void OpenDialog::draw() {
  if (opening_) begin();
  if (!begin_dialog(tr("Open a file"))) return;
  if (replaced_ && *replaced_ < workspace_.document.avatar().worn().size())
    cut_name(tr("In place of {}:", workspace_.document.avatar().worn()[*replaced_]->name), dialog_width(ui_));
  if (!texture_of_.empty())
    wrapped_text(tr("Path of the texture {} (.tga, .png, .jpg):", texture_of_), dialog_width(ui_));
  else
    wrapped_text(tr("Path of a mesh (.dae, .glb, .gltf, .llmesh), a shape (.xml, .json), a pose (.json), an "
                    "animation (.anim, .bvh) or a document (.json):"),
                 dialog_width(ui_));
  const bool entered = path_field();
  list();
  wrapped_hint(tr("Tab completes the path. Or drop the file anywhere on the window."), dialog_width(ui_));
  dialog_problem(ui_, problem_);
  const bool pressed = ImGui::Button(tr("Open"));
  ImGui::SameLine();
  if (cancel_button())
    ImGui::CloseCurrentPopup();
  else if (const auto path = typed_path(path_); (pressed || entered) && !path.empty())
    open(path);
  around_list_ = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y - listed_height_;
  ImGui::EndPopup();
}

}  // namespace mannequin::preview
