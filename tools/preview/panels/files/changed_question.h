// What to do with a file that another program has saved since it was opened here.
#pragma once

#include <functional>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class ChangedQuestion : Panel {
 public:
  explicit ChangedQuestion(Ui& ui) : Panel(ui) {}
  void ask(const std::filesystem::path& path, std::function<void()> save_as, std::function<void()> replace);
  void draw();

 private:
  std::filesystem::path path_;
  std::function<void()> save_as_, replace_;
  bool asking_ = false;
};

}  // namespace mannequin::preview
