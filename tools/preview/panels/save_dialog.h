// Asks for a path to save to, and stays, with the reason, until that has worked.
#pragma once

#include <functional>

#include "tools/preview/panels/panel.h"

namespace mannequin::preview {

class SaveDialog : Panel {
 public:
  // `title` is its name, too; `endings` say the forms, if there are several.
  SaveDialog(Ui& ui, const char* title, const char* endings) : Panel(ui), title_(title), endings_(endings) {}
  void ask(const std::string& proposed);
  enum class Answer { none, saved, cancelled };
  // `own` is written over without a word.
  Answer draw(const std::filesystem::path& own,
              const std::function<Status(const std::filesystem::path&)>& save);

 private:
  void path_field();

  const char *title_, *endings_;
  char path_[512] = {};
  bool asking_ = false, take_focus_ = false, entered_ = false;
  std::string problem_;  // with the last try, if it was in this opening
};

// Before a dialog begins: in the middle, because its height changes with what it tells.
void place_dialog();
// Of fields and texts in it: as far as the window has room.
float dialog_width(const Ui& ui);
// What was wrong, in words and colour.
void dialog_problem(const Ui& ui, const std::string& problem);

}  // namespace mannequin::preview
