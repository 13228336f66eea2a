#include "tools/preview/platform/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

extern char** environ;

namespace mannequin::preview {

std::filesystem::path find_program(std::string_view name) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const std::filesystem::path found = std::filesystem::path(folder) / name;
    if (!folder.empty() && ::access(found.c_str(), X_OK) == 0) return found;
  }
  return {};
}

struct ChildProcess::System {
  System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;
  ~System() {
    close_input();
    if (process > 0) {
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, 0);
    }
    if (errors != nullptr) std::fclose(errors);
  }
  void close_input() {
    if (input >= 0) ::close(std::exchange(input, -1));
  }
  // The last of what it printed there, in one line.
  std::string last_words() const {
    char text[400] = {};
    if (errors == nullptr || std::fseek(errors, 0, SEEK_END) != 0) return {};
    const long end = std::ftell(errors), most = static_cast<long>(sizeof text);
    std::fseek(errors, std::max(end - most, 0L), SEEK_SET);
    std::string words(text, std::fread(text, 1, sizeof text, errors));
    std::ranges::replace(words, '\n', ' ');
    while (!words.empty() && words.back() == ' ') words.pop_back();
    return words;
  }

  std::string name;
  pid_t process = 0;            // 0: it has ended
  int input = -1;               // a socket: writing to one that nobody reads any more raises no signal
  std::FILE* errors = nullptr;  // a file, which never fills up like a pipe
};

ChildProcess::ChildProcess(std::unique_ptr<System> system) : system_(std::move(system)) {}
ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;
ChildProcess::~ChildProcess() = default;

Result<ChildProcess> ChildProcess::begin(const std::filesystem::path& program,
                                         const std::vector<std::string>& arguments) {
  auto system = std::make_unique<System>();
  system->name = program.filename().string();
  const auto failed = [&] {
    return fail(ErrorCode::no_device, system->name,
                fmt::format("could not be started: {}", std::strerror(errno)));
  };
  int ends[2] = {};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return failed();
  system->input = ends[0];
  system->errors = std::tmpfile();
  std::vector<std::string> texts{program.string()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& each : texts) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (system->errors != nullptr)
    ::posix_spawn_file_actions_adddup2(&actions, ::fileno(system->errors), STDERR_FILENO);
  pid_t child = 0;
  const int problem = ::posix_spawn(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (problem != 0) {
    errno = problem;
    return failed();
  }
  system->process = child;
  return ChildProcess(std::move(system));
}

Status ChildProcess::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(system_->input, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0)
      return fail(ErrorCode::cannot_write, system_->name,
                  fmt::format("takes nothing more: {}", std::strerror(errno)));
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return {};
}

std::optional<Status> ChildProcess::ended() {
  system_->close_input();
  if (system_->process == 0) return Status();
  int status = 0;
  const pid_t waited = ::waitpid(system_->process, &status, WNOHANG);
  if (waited == 0) return std::nullopt;
  system_->process = 0;
  if (waited > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return Status();
  const std::string words = system_->last_words();
  return fail(ErrorCode::cannot_write, system_->name, words.empty() ? "ended with an error" : words);
}

}  // namespace mannequin::preview
