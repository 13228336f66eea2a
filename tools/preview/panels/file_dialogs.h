// Asking for a path: to open, to save the shape; and the question before a shape is lost.
#pragma once

#include "tools/preview/panels/panel.h"

namespace mannequin::preview {

class FileDialogs : Panel {
 public:
  explicit FileDialogs(Ui& ui) : Panel(ui) {}

  void ask_for_file() { opening_ = true, replaced_.reset(); }
  void ask_for_replacement(std::size_t worn) { opening_ = true, replaced_ = worn; }
  // To its own file if it has one and no other name is wanted, else asks.
  void save_shape(bool under_another_name);
  // Closes, or asks first if the shape of a file would be lost.
  void request_close();
  bool wants_close() const { return close_; }

  void draw();

 private:
  float field_width() const;  // of paths, as far as the window has room
  void open_popup();
  void open(const std::filesystem::path& path);
  void recent_files();
  void save_popup();
  void close_popup();
  void kept_shape_card();

  std::optional<std::size_t> replaced_;  // the worn file whose place the one to open takes
  char open_path_[512] = {}, save_path_[512] = {};
  bool opening_ = false, saving_ = false, asking_ = false, close_after_save_ = false, close_ = false;
};

}  // namespace mannequin::preview
