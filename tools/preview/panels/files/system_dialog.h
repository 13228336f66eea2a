// The file dialog that people know from their desktop: that of zenity or kdialog, where one is installed.
#pragma once

#include <sys/types.h>

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
  using Answer = std::vector<std::filesystem::path>;  // none: it was cancelled

  SystemDialog() = default;
  ~SystemDialog();  // closes it
  SystemDialog(const SystemDialog&) = delete;
  SystemDialog& operator=(const SystemDialog&) = delete;

  // Whether the window is on a desktop and that has a program for it.
  static bool usable();
  // Shows it beside the window, which goes on. False: there is no such program, or one is being asked.
  bool ask(const Question& question);
  bool asking() const { return thread_.joinable(); }
  // Once, when it was answered; the window is woken for it.
  std::optional<Answer> take();

 private:
  void listen(int pipe);

  pid_t child_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  bool answered_ = false;
  Answer answer_;
};

}  // namespace mannequin::preview
