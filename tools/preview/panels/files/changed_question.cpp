#include "tools/preview/panels/files/changed_question.h"

#include <utility>

#include "tools/document/file_watch.h"
#include "tools/document/time_of_day.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/files/save_dialog.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

void ChangedQuestion::ask(const std::filesystem::path& path, std::function<void()> save_as,
                          std::function<void()> replace) {
  path_ = path;
  save_as_ = std::move(save_as);
  replace_ = std::move(replace);
  asking_ = true;
}

void ChangedQuestion::draw() {
  const char* const title = tr("Changed by another program");
  if (asking_) ImGui::OpenPopup(title);
  asking_ = false;
  if (!begin_dialog(title)) return;
  wrapped_text(tr("Another program has saved {} since it was opened here, at {}. To replace it would lose "
                  "what it holds now.",
                  path_.filename().string(), document::saving_time(document::saved_at(path_))),
               dialog_width(ui_));
  ImGui::Spacing();
  std::function<void()> answer;
  if (safe_button(tr("Save as..."))) answer = save_as_;
  ImGui::SameLine();
  if (ImGui::Button(tr("Replace"))) answer = replace_;
  ImGui::SameLine();
  if (cancel_button() || answer) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (answer) answer();
}

}  // namespace mannequin::preview
