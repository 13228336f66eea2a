// Where the body pokes out of its clothes: on the current
// avatar, on test people, and over a plan of shapes and poses.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class FitPanel : Panel {
 public:
  explicit FitPanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window

 private:
  void now();
  void people();
  void rows(const char* label, const std::vector<std::size_t>& taking_part,
            std::vector<std::shared_ptr<const WornFile>>& chosen);
  void plan();
  void run();
  void faults();
  void go_to(const std::shared_ptr<const WornGeometry>& mesh, std::uint32_t vertex);

  char file_[512] = {};
  std::optional<FitFault> shown_;  // the avatar must take this shape before the camera moves
};

}  // namespace mannequin::preview
