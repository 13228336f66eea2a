// Asks for a path to save to, and stays, with the reason, until that has worked.
#pragma once

#include <functional>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class SaveDialog : Panel {
 public:
  // `title` is its name, too; `endings` say the forms, if there are several.
  SaveDialog(Ui& ui, const char* title, const char* endings) : Panel(ui), title_(title), endings_(endings) {}
  void ask(const std::string& proposed);
  enum class Answer { none, saved, cancelled };
  // `own` is replaced without a question; of any other file that is already there the dialog asks.
  Answer draw(const std::filesystem::path& own,
              const std::function<Status(const std::filesystem::path&)>& save);

 private:
  void path_field();
  bool replaces(const std::filesystem::path& path, const std::filesystem::path& own) const;

  const char *title_, *endings_;
  char path_[512] = {};
  bool asking_ = false, take_focus_ = false, entered_ = false;
  std::filesystem::path asked_;  // whether to replace this file is being asked
  std::string problem_;          // with the last try, if it was in this opening
};

// Asks whether to replace what is there; true once its button is pressed. Enter in a field does not press it.
bool replace_question(const Ui& ui, const std::string& what);
// Before a dialog begins: in the middle, because its height changes with what it tells.
void place_dialog();
// Of fields and texts in it: as far as the window has room.
float dialog_width(const Ui& ui);
// What was wrong, in words and colour.
void dialog_problem(const Ui& ui, const std::string& problem);

}  // namespace mannequin::preview
