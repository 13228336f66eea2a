// Letters that names of files may have and the window itself does not: Japanese, Chinese, Korean and others.
// There are too many to load them all, so only those that occur in some text are loaded.
#pragma once

#include <imgui.h>

#include <set>
#include <string_view>

namespace mannequin::preview {

class RareLetters {
 public:
  void want(std::string_view text);  // UTF-8
  // Whether there are new ones since it was asked last; then the fonts have to be loaded again.
  bool take_new();
  // For ImGui: pairs of first and last, with a 0 at the end. Empty where there are none.
  ImVector<ImWchar> ranges() const;

 private:
  std::set<ImWchar> letters_;
  bool new_ = false;
};

}  // namespace mannequin::preview
