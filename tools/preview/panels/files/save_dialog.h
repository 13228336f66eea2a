// Asks for a path to save to; stays open, with the reason, until saving succeeds.
#pragma once

#include <functional>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class SaveDialog : Panel {
 public:
  // `title`, marked, also identifies it; `endings`, marked, lists the formats, if there are several.
  SaveDialog(Ui& ui, const char* title, const char* endings) : Panel(ui), title_(title), endings_(endings) {}
  // Shown in full, so that one sees where it goes. With what was wrong with it, if it was tried already.
  void ask(const std::filesystem::path& proposed, std::string problem = {});
  const char* title() const { return title_; }
  enum class Answer { none, saved, cancelled };
  // Asks before it replaces any file.
  Answer draw(const std::function<Status(const std::filesystem::path&)>& save);

 private:
  void path_field();
  static bool replaces(const std::filesystem::path& path);

  const char *title_, *endings_;
  char path_[512] = {};
  bool asking_ = false, take_focus_ = false, entered_ = false;
  std::filesystem::path asked_;  // asking whether to replace this file
  std::string problem_;          // of the last attempt since opening
};

// Asks whether to replace the existing file; true once its button is pressed. Enter in a field is ignored.
bool replace_question(const Ui& ui, const std::string& what);
// Like BeginPopupModal, whose height changes with its content: its top stays where it is then, so that what
// was pressed stays under the pointer, unless its end would leave the window.
bool begin_dialog(const char* title);
// The width of fields and texts in it, limited by the window.
float dialog_width(const Ui& ui);
// The button of a question that Enter presses at once: one by which nothing is lost.
bool safe_button(const char* label);
bool cancel_button();  // pressed by Esc, too
// Shows an error in words and colour.
void dialog_problem(const Ui& ui, const std::string& problem);

}  // namespace mannequin::preview
