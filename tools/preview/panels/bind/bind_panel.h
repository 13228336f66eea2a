// Weights for the mesh in focus: how to make them, and where to save them.
#pragma once

#include "tools/preview/panels/files/unsaved_weights.h"

namespace mannequin::preview {

class BindPanel : Panel {
 public:
  BindPanel(Ui& ui, FileDialogs& files) : Panel(ui), unsaved_(ui, files) {}
  void draw();  // into the current window

 private:
  std::optional<std::size_t> focus();
  void method(BindChoice& choice) const;
  void sources(BindChoice& choice, std::size_t bound);
  void joints(BindChoice& choice) const;
  void afterwards(BindChoice& choice) const;
  void run(std::size_t index);
  void result();

  UnsavedWeights unsaved_;
  bool scrolls_ = false;        // to the result of what Run has started
  float result_height_ = 0.0f;  // the greatest until now: a shorter one moves nothing
};

}  // namespace mannequin::preview
