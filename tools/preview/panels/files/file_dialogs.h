// Asking for a path: to open, to save the shape or the document; the question before a shape is lost, and the
// offer of the last document.
#pragma once

#include "tools/preview/panels/files/open_dialog.h"
#include "tools/preview/panels/files/save_dialog.h"

namespace mannequin::preview {

class FileDialogs : Panel {
 public:
  explicit FileDialogs(Ui& ui);

  void ask_for_file() { open_.ask(); }
  void ask_for_replacement(std::size_t worn) { open_.ask_for_replacement(worn); }
  // To its own file if it has one and no other name is wanted, else asks.
  void save_shape(bool under_another_name);
  void save_document(bool under_another_name);
  // The weights that were made for this row, to a file of their own.
  void save_weights(std::size_t worn);
  // Closes, or asks first if the shape of a file or weights would be lost.
  void request_close();
  bool wants_close() const { return close_; }

  void draw();

 private:
  void save_popup();
  void close_popup();
  void weights_popup();
  void last_document_card();

  OpenDialog open_;
  SaveDialog save_, save_document_, save_weights_;
  std::shared_ptr<const WornFile> weights_of_;  // that are being saved
  bool asking_ = false, asking_weights_ = false, weights_answered_ = false, close_after_save_ = false,
       close_ = false;
};

}  // namespace mannequin::preview
