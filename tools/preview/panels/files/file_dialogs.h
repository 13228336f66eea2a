// Asks for a path to open, or to save the shape or the document; asks before a shape is lost, and offers the
// last document.
#pragma once

#include "tools/preview/panels/files/changed_question.h"
#include "tools/preview/panels/files/open_dialog.h"
#include "tools/preview/panels/files/save_dialog.h"
#include "tools/preview/platform/system_dialog.h"

namespace mannequin::preview {

class FileDialogs : Panel {
 public:
  explicit FileDialogs(Ui& ui);

  // By the system's own dialog, where there is one and it is wanted; else by ours.
  void ask_for_file();
  void ask_for_replacement(std::size_t worn);
  void ask_for_texture(const std::string& slot);  // of a painted item
  // To its own file if it has one and no other name is wanted, else asks.
  void save_shape(bool under_another_name);
  void save_document(bool under_another_name);
  // Saves the weights made for this row to a separate file.
  void save_weights(std::size_t worn);
  // Closes, or asks first if a file's shape or weights would be lost, or were left unsaved for others.
  void request_close();
  bool wants_close() const { return close_; }

  void draw();

 private:
  using Save = std::function<Status(const std::filesystem::path&)>;
  using Chosen = std::function<void(const std::vector<std::filesystem::path>&)>;  // none: it was cancelled
  // Where there is no system dialog, `otherwise` asks in one of the window.
  void ask_system(SystemDialog::Question question, Chosen then, std::function<void()> otherwise);
  void take_system_answer();
  void ask_where(SaveDialog& dialog, const std::filesystem::path& proposed, const Save& save);
  void close();
  void saved(const SaveDialog& dialog, SaveDialog::Answer answer);
  Status save_weights_to(const std::filesystem::path& path);
  Status save_shape_to(const std::filesystem::path& path);
  void save_popup();
  void close_popup();
  void mending_popup();
  void weights_popup();
  void left_popup();
  void last_document_card();

  OpenDialog open_;
  SaveDialog save_, save_document_, save_weights_;
  ChangedQuestion changed_;
  SystemDialog system_;
  Chosen then_;  // what is done with its answer
  std::function<void()> otherwise_;
  std::shared_ptr<const WornFile> weights_of_;  // that are being saved
  bool asking_ = false, asking_weights_ = false, asking_left_ = false,
       asking_mending_ = false;  // opens that question
  bool weights_answered_ = false, left_answered_ = false, close_after_save_ = false, close_ = false;
};

}  // namespace mannequin::preview
