// Mends a garment over the fit panel's plan, and compares it with what it was.
#pragma once

#include "tools/preview/panels/files/unsaved_weights.h"

namespace mannequin::preview {

class MendPanel : Panel {
 public:
  MendPanel(Ui& ui, FileDialogs& files) : Panel(ui), unsaved_(ui, files) {}
  void draw();  // into the current window
  void unfold() { unfolds_ = true; }

 private:
  void garment(const std::vector<std::size_t>& garments);
  void options();
  void run(const std::vector<std::size_t>& garments);
  void result();

  UnsavedWeights unsaved_;
  std::weak_ptr<const WornFile> chosen_;  // else the first
  bool unfolds_ = false;
};

}  // namespace mannequin::preview
