#include "tools/preview/panels/files/file_dialogs.h"

#include <algorithm>
#include <utility>

#include "tools/document/reason.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

FileDialogs::FileDialogs(Ui& ui)
    : Panel(ui),
      open_(ui),
      save_(ui, marked("Save the shape"),
            marked("The ending says the form: .json keeps everything, .xml is as a viewer's Appearance To "
                   "XML, .txt "
                   "as "
                   "the grid keeps it.")),
      save_document_(
          ui, marked("Save the document"),
          marked("What is worn, the shape, the pose or clip and the camera, as .json. It names the files, "
                 "which lie in its folder or below.")),
      save_weights_(
          ui, marked("Save the weights"),
          marked("The mesh with its weights as .glb, .dae, .llmesh, .mesh or .slm. The file that it came "
                 "from stays as it is.")),
      changed_(ui) {}

void FileDialogs::ask_system(SystemDialog::Question question, Chosen then, std::function<void()> otherwise) {
  if (!workspace_.view.settings.system_dialogs || !SystemDialog::usable()) return otherwise();
  std::error_code unknown;
  const auto whole = std::filesystem::absolute(question.start, unknown);
  if (!unknown) question.start = whole;
  if (!system_.ask(question)) return;  // one is open
  then_ = std::move(then);
  otherwise_ = std::move(otherwise);
}

void FileDialogs::take_system_answer() {
  const auto answer = system_.take();
  if (!answer) return;
  const auto then = std::exchange(then_, {});
  const auto otherwise = std::exchange(otherwise_, {});
  if (answer->shown)
    then(answer->paths);
  else
    otherwise();
}

void FileDialogs::ask_for_file() {
  ask_system(
      {.save = false,
       .several = true,
       .title = tr("Open files"),
       .start = workspace_.document.settings().last_folder()},
      [this](const auto& paths) {
        if (!paths.empty()) workspace_.document.files.open_all(paths);  // told in the messages
      },
      [this] { open_.ask(); });
}

void FileDialogs::ask_for_replacement(std::size_t worn) {
  const std::shared_ptr<const WornFile> replaced = workspace_.document.avatar().worn()[worn];
  // It may have moved, or be gone, until the answer.
  const auto row = [this, replaced]() -> std::optional<std::size_t> {
    const auto& rows = workspace_.document.avatar().worn();
    const auto found = std::ranges::find(rows, replaced);
    return found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
  };
  ask_system(
      {.save = false,
       .several = false,
       .title = tr("In place of {}", replaced->name),
       .start = replaced->on_disk ? replaced->path : workspace_.document.settings().last_folder()},
      [this, row](const auto& paths) {
        if (const auto i = row(); i && !paths.empty())
          (void)workspace_.document.files.replace_worn(*i, paths.front());
      },
      [this, row] {
        if (const auto i = row()) open_.ask_for_replacement(*i);
      });
}

void FileDialogs::ask_for_texture(const std::string& slot) {
  ask_system(
      {.save = false,
       .several = false,
       .title = tr("Texture {}", slot),
       .start = workspace_.document.settings().last_folder()},
      [this, slot](const auto& paths) {
        if (!paths.empty()) (void)workspace_.document.clothing.set_texture(slot, paths.front());
      },
      [this, slot] { open_.ask_for_texture(slot); });
}

void FileDialogs::ask_where(SaveDialog& dialog, const std::filesystem::path& proposed, const Save& save) {
  ask_system(
      {.save = true, .several = false, .title = tr(dialog.title()), .start = proposed},
      [this, &dialog, save](const auto& paths) {
        if (paths.empty()) return saved(dialog, SaveDialog::Answer::cancelled);
        const Status status = save(paths.front());
        if (status) return saved(dialog, SaveDialog::Answer::saved);
        dialog.ask(paths.front(), reason_of(status.error(), paths.front()));  // to be corrected there
      },
      [&dialog, proposed] { dialog.ask(proposed); });
}

// Who closes the window and has saved what would have been lost closes it now.
void FileDialogs::saved(const SaveDialog& dialog, SaveDialog::Answer answer) {
  if (answer == SaveDialog::Answer::none) return;
  const bool closes = std::exchange(close_after_save_, false) && answer == SaveDialog::Answer::saved;
  if (!closes) return;
  if (&dialog == &save_weights_)
    request_close();
  else
    close();
}

// Only now is it certain that discarded weights are.
void FileDialogs::close() {
  if (!left_answered_ && !workspace_.document.left_behind().empty()) {
    asking_left_ = true;
    return;
  }
  if (weights_answered_) workspace_.document.kept.discard_weights();
  close_ = true;
}

Status FileDialogs::save_shape_to(const std::filesystem::path& path) {
  return workspace_.document.shape_file.save(path);
}

Status FileDialogs::save_weights_to(const std::filesystem::path& path) {
  const auto& worn = workspace_.document.avatar().worn();
  for (std::size_t i = 0; i < worn.size(); ++i)
    if (worn[i] == weights_of_) return workspace_.document.binding.save(i, path);
  return fail(ErrorCode::bad_argument, "", tr("It is no longer worn. Undo puts it on again."));
}

void FileDialogs::save_shape(bool under_another_name) {
  const std::filesystem::path& path = workspace_.document.avatar().choice().shape;
  if (!under_another_name && !path.empty()) {
    const auto save = [this] {  // reported in the messages
      (void)workspace_.document.shape_file.save(workspace_.document.avatar().choice().shape);
    };
    if (!workspace_.document.shape_file.changed_elsewhere()) return save();
    return changed_.ask(
        path, [this] { save_shape(true); }, save);
  }
  ask_where(save_, path.empty() ? workspace_.document.settings().last_folder() / "my_shape.xml" : path,
            [this](const auto& to) { return save_shape_to(to); });
}

void FileDialogs::save_document(bool under_another_name) {
  SavedDocument& saved = workspace_.document.saved;
  if (!under_another_name && !saved.path().empty()) {
    const auto save = [&saved] { (void)saved.save(saved.path()); };  // reported in the messages
    if (!saved.changed_elsewhere()) return save();
    return changed_.ask(
        saved.path(), [this] { save_document(true); }, save);
  }
  ask_where(save_document_, saved.proposed_path(),
            [this](const auto& to) { return workspace_.document.saved.save(to); });
}

void FileDialogs::save_weights(std::size_t worn) {
  weights_of_ = workspace_.document.avatar().worn()[worn];
  ask_where(save_weights_, workspace_.document.binding.proposed_path(worn),
            [this](const auto& to) { return save_weights_to(to); });
}

void FileDialogs::save_popup() {
  saved(save_weights_, save_weights_.draw([this](const auto& to) { return save_weights_to(to); }));
  save_document_.draw([this](const auto& to) { return workspace_.document.saved.save(to); });
  saved(save_, save_.draw([this](const auto& to) { return save_shape_to(to); }));
  changed_.draw();
}

// In a lower corner: the avatar is in the middle, its face above. Nothing of what it offers is cut that three
// lines have room for. Starting something else, or restoring one, counts as an answer: the File menu still
// offers the others, and so does the next start.
void FileDialogs::last_document_card() {
  SessionStore& kept = workspace_.document.kept;
  if (!kept.offered() || workspace_.document.history().size() > 0) return;
  constexpr float kSmallView = 480.0f, kWidth = 420.0f;  // before scaling
  constexpr int kLines = 3;
  const bool small = ui_.view.size.x < px(kSmallView);
  const float margin = px(small ? 6.0f : 16.0f);
  ImGui::SetNextWindowPos(
      {ui_.view.min.x + ui_.view.size.x - margin, ui_.view.min.y + ui_.view.size.y - margin},
      ImGuiCond_Always, {1.0f, 1.0f});
  ImGui::Begin("Last document", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  const std::string offer =
      kept.is_older() ? tr("Before that: {}", kept.offer()) : tr("Last time: {}", kept.offer());
  ImGui::PushFont(small ? ui_.fonts.small : ui_.fonts.text);
  const float most = ui_.view.size.x - 2.0f * (margin + ImGui::GetStyle().WindowPadding.x);
  const std::string lines = name_in_lines(offer, std::min(px(kWidth), most), kLines);
  ImGui::TextUnformatted(lines.c_str());
  if (ImGui::IsItemHovered() && lines.find("\u2026") != std::string::npos) show_tooltip(offer);
  // At the same place for every document: the next card must not have Discard where Restore was.
  const ImGuiStyle& style = ImGui::GetStyle();
  const float buttons = ImGui::CalcTextSize(tr("Restore")).x + ImGui::CalcTextSize(tr("Discard")).x +
                        4.0f * style.FramePadding.x + style.ItemSpacing.x;
  ImGui::SetCursorPosX(style.WindowPadding.x +
                       std::max(ImGui::CalcTextSize(lines.c_str()).x - buttons, 0.0f));
  if (ImGui::Button(tr("Restore"))) kept.restore();
  if (ImGui::IsItemHovered())
    show_tooltip(tr("What was worn, the shape, the pose and the camera, as they were. Can be undone"));
  ImGui::SameLine();
  if (ImGui::Button(tr("Discard"))) kept.drop();
  if (ImGui::IsItemHovered()) show_tooltip(tr("It will not be offered again. The files stay"));
  ImGui::PopFont();
  ui_.card = {ImGui::GetWindowWidth() + margin + px(12.0f), ImGui::GetWindowHeight() + margin + px(12.0f)};
  ImGui::End();
}

void FileDialogs::draw() {
  take_system_answer();
  open_.draw();
  save_popup();
  mending_popup();
  weights_popup();
  close_popup();
  left_popup();
  last_document_card();
}

}  // namespace mannequin::preview
