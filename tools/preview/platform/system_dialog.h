// The file dialog that people know from their desktop: Windows' own, elsewhere that of the desktop's portal,
// else of zenity or kdialog, where one is installed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace mannequin::preview {

class SystemDialog {
 public:
  struct Question {
    bool save = false;     // else to open; it asks itself before a file is replaced
    bool several = false;  // to open
    std::string title;
    std::filesystem::path start;  // a folder, or the file that is proposed
  };
  struct Answer {
    bool shown = true;                         // else there is no such dialog here
    std::vector<std::filesystem::path> paths;  // none: it was cancelled
    bool operator==(const Answer&) const = default;
  };

  SystemDialog() = default;
  ~SystemDialog();  // closes it
  SystemDialog(const SystemDialog&) = delete;
  SystemDialog& operator=(const SystemDialog&) = delete;

  // Whether the window is on a desktop, which may have such a dialog.
  static bool usable();
  // Shows it beside the window, which goes on. False: one is being asked.
  bool ask(const Question& question);
  bool asking() const { return thread_.joinable(); }
  // Once, when it was answered; the window is woken for it.
  std::optional<Answer> take();

 private:
  void show(const Question& question);
  Answer ask_program(const Question& question);
  void answer(Answer answer);

  std::int64_t shown_by_ = 0;     // the number of a process, on Windows of the thread
  int stop_ = -1, stopped_ = -1;  // not on Windows: a pipe, which is closed to close the dialog
  std::thread thread_;
  std::mutex mutex_;
  bool answered_ = false;
  Answer answer_;
};

}  // namespace mannequin::preview
