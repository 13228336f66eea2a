// What is asked before the window closes.

#include <utility>
#include <vector>

#include "tools/document/translation.h"
#include "tools/document/worn_names.h"
#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

void FileDialogs::request_close() {
  if (workspace_.document.mending.running() && !workspace_.document.mending.stopping())
    asking_mending_ = true;
  else if (!weights_answered_ && !workspace_.document.binding.unsaved().empty())
    asking_weights_ = true;
  else if (!workspace_.document.shape_is_unsaved())
    close();
  else
    asking_ = true;
}

// Before the others, since it may be answered by waiting: its result is in no file.
void FileDialogs::mending_popup() {
  const char* const title = tr("A garment is being mended");
  if (std::exchange(asking_mending_, false)) ImGui::OpenPopup(title);
  if (!begin_dialog(title)) return;
  document::WornMending& mending = workspace_.document.mending;
  const bool runs = mending.running() && !mending.stopping();
  wrapped_text(runs ? tr("Mending {} has come to {:.0f} %. If the window closes now, that is lost.",
                         mending.name(), 100.0 * mending.progress())
                    : std::string(tr("It is done.")),
               dialog_width(ui_));
  ImGui::Spacing();
  if (safe_button(runs ? tr("Wait for it") : tr("OK")) ||
      ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
    ImGui::CloseCurrentPopup();
  if (runs) {
    ImGui::SameLine();
    if (ImGui::Button(tr("Stop and close"))) {
      mending.cancel();
      ImGui::CloseCurrentPopup();
      request_close();
    }
  }
  ImGui::EndPopup();
}

// Before the question about the shape, which follows if needed.
void FileDialogs::weights_popup() {
  const char* const title = tr("Weights are not saved");
  if (asking_weights_) ImGui::OpenPopup(title);
  asking_weights_ = false;
  if (!begin_dialog(title)) return;
  const std::vector<std::size_t> rows = workspace_.document.binding.unsaved();
  ImGui::TextUnformatted(tr("No file has the weights that were made here for"));
  const auto names = document::names_told_apart(workspace_.document.avatar().worn());
  for (const std::size_t row : rows) cut_name("  " + names[row], dialog_width(ui_));
  ImGui::Spacing();
  if (rows.empty() || safe_button(tr("Save as..."))) {
    ImGui::CloseCurrentPopup();
    close_after_save_ = !rows.empty();
    if (!rows.empty()) save_weights(rows.front());
  }
  ImGui::SameLine();
  if (ImGui::Button(tr("Discard"))) {
    ImGui::CloseCurrentPopup();
    weights_answered_ = true;
    request_close();
  }
  ImGui::SameLine();
  if (cancel_button()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void FileDialogs::close_popup() {
  if (asking_) ImGui::OpenPopup(tr("Changes are not saved"));
  asking_ = false;
  if (!begin_dialog(tr("Changes are not saved"))) return;
  const std::string name = workspace_.document.shape_file.name();
  ImGui::TextUnformatted((name.empty() ? std::string(tr("This shape has not been saved to a file."))
                                       : tr("The changes to {} are not saved.", name))
                             .c_str());
  ImGui::Spacing();
  if (!name.empty() && !workspace_.document.shape_file.changed_elsewhere()) {
    if (ImGui::Button(tr("Save"))) {
      if (workspace_.document.shape_file.save(workspace_.document.avatar().choice().shape)) close();
      ImGui::CloseCurrentPopup();
    }
    ImGui::SameLine();
  }
  if (safe_button(tr("Save as"))) {  // asks before it replaces the file
    close_after_save_ = true;
    save_shape(true);
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button(tr("Discard"))) {
    workspace_.document.kept.discard_shape();
    close();
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (cancel_button()) {
    weights_answered_ = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

// The last question: what is present comes first.
void FileDialogs::left_popup() {
  const char* const title = tr("Left unsaved");
  if (asking_left_) ImGui::OpenPopup(title);
  asking_left_ = false;
  if (!begin_dialog(title)) return;
  const std::vector<document::LeftBehind> left = workspace_.document.left_behind();
  ImGui::TextUnformatted(tr("No file has"));
  for (const document::LeftBehind& each : left) cut_name("  " + each.what, dialog_width(ui_));
  wrapped_hint(tr("Another shape took its place, or the mesh was taken off. Going back undoes the last of "
                  "these; Redo does it again."),
               dialog_width(ui_));
  ImGui::Spacing();
  if (left.empty() || safe_button(tr("Go back"))) {
    if (!left.empty()) workspace_.document.jump_in_history(left.back().done);
    weights_answered_ = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button(tr("Discard"))) {
    left_answered_ = true;
    close();
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (cancel_button()) {
    weights_answered_ = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace mannequin::preview
