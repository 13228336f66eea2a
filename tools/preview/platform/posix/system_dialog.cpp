#include "tools/preview/platform/system_dialog.h"

#include <SDL_video.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "tools/preview/platform/child_process.h"
#include "tools/preview/platform/posix/portal_dialog.h"

extern char** environ;

namespace mannequin::preview {
namespace {

// The desktop's own one first.
std::filesystem::path dialog_program() {
  const char* const desktop = std::getenv("XDG_CURRENT_DESKTOP");
  const bool is_kde = desktop != nullptr && std::string_view(desktop).find("KDE") != std::string_view::npos;
  const auto first = find_program(is_kde ? "kdialog" : "zenity");
  return first.empty() ? find_program(is_kde ? "zenity" : "kdialog") : first;
}

std::vector<std::string> arguments(const std::filesystem::path& which,
                                   const SystemDialog::Question& question) {
  std::error_code unknown;
  const bool is_folder = std::filesystem::is_directory(question.start, unknown);
  // With a trailing slash the dialog opens inside the folder.
  const std::string start = question.start.string() + (is_folder ? "/" : "");
  if (which.filename() == "kdialog") {
    std::vector<std::string> all{which.string(), "--title", question.title,
                                 question.save ? "--getsavefilename" : "--getopenfilename", start};
    if (question.several) all.insert(all.end(), {"--multiple", "--separate-output"});
    return all;
  }
  std::vector<std::string> all{which.string(), "--file-selection", "--title=" + question.title,
                               "--filename=" + start};
  if (question.save) all.insert(all.end(), {"--save", "--confirm-overwrite"});
  if (question.several) all.insert(all.end(), {"--multiple", "--separator=\n"});
  return all;
}

std::vector<std::filesystem::path> lines(const std::string& text) {
  std::vector<std::filesystem::path> paths;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) paths.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return paths;
}

// 0: it could not be started.
pid_t begin_program(const std::filesystem::path& which, std::vector<std::string> texts, int output) {
  std::vector<char*> pointers;
  for (std::string& each : texts) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t child = 0;
  const bool began = ::posix_spawn(&child, which.c_str(), &actions, nullptr, pointers.data(), environ) == 0;
  ::posix_spawn_file_actions_destroy(&actions);
  return began ? child : 0;
}

// Until its other end is closed.
std::string printed(int pipe) {
  constexpr std::size_t kMostText = 1 << 20;
  std::string text;
  char part[4096];
  for (ssize_t count = 0; (count = ::read(pipe, part, sizeof part)) > 0;)
    if (text.size() < kMostText) text.append(part, static_cast<std::size_t>(count));
  return text;
}

}  // namespace

SystemDialog::~SystemDialog() {
  {
    const std::lock_guard lock(mutex_);
    if (stop_ >= 0) ::close(std::exchange(stop_, -1));
    if (shown_by_ != 0) ::kill(static_cast<pid_t>(shown_by_), SIGTERM);
  }
  if (thread_.joinable()) thread_.join();
}

bool SystemDialog::usable() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  return driver != nullptr && (std::string_view(driver) == "x11" || std::string_view(driver) == "wayland");
}

bool SystemDialog::ask(const Question& question) {
  int ends[2] = {};
  if (asking() || ::pipe2(ends, O_CLOEXEC) != 0) return false;
  if (stop_ >= 0) ::close(stop_);
  stop_ = ends[1];
  stopped_ = ends[0];
  thread_ = std::thread([this, question] { show(question); });
  return true;
}

void SystemDialog::show(const Question& question) {
  auto paths = ask_portal(question, stopped_);
  answer(paths ? Answer{.shown = true, .paths = std::move(*paths)} : ask_program(question));
  ::close(stopped_);
}

SystemDialog::Answer SystemDialog::ask_program(const Question& question) {
  const Answer none{.shown = false, .paths = {}};
  const auto which = dialog_program();
  int ends[2] = {};
  if (which.empty() || ::pipe2(ends, O_CLOEXEC) != 0) return none;
  pid_t child = 0;
  {
    const std::lock_guard lock(mutex_);
    if (stop_ >= 0) child = begin_program(which, arguments(which, question), ends[1]);
    shown_by_ = child;
  }
  ::close(ends[1]);
  const std::string text = child == 0 ? std::string() : printed(ends[0]);
  ::close(ends[0]);
  if (child == 0) return none;
  // Must not be killed any more: its id may soon be another process's.
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  const std::lock_guard lock(mutex_);
  shown_by_ = 0;
  int status = 0;
  ::waitpid(child, &status, 0);
  return {.shown = true,
          .paths = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? lines(text)
                                                                 : std::vector<std::filesystem::path>()};
}

}  // namespace mannequin::preview
