#include "tests/hostile/limited_run.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

namespace mannequin::test {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void limit(int resource, std::size_t value) {
  if (value == 0) return;
  const rlimit both{value, value};
  ::setrlimit(resource, &both);
}

// In the child, whose exit code it gives.
template <typename Body>
LimitedRun run_child(const Body& body, const std::filesystem::path& folder, const RunLimits& limits) {
  const std::filesystem::path out = folder / "run.out", err = folder / "run.err";
  const pid_t child = ::fork();
  if (child == 0) {
    if (::chdir(folder.c_str()) != 0) ::_exit(126);
    const auto redirect = [](const char* path, int flags, int to) {
      const int file = ::open(path, flags, 0600);
      if (file < 0 || ::dup2(file, to) < 0) ::_exit(126);
      if (file != to) ::close(file);
    };
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    redirect(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    limit(RLIMIT_CPU, static_cast<std::size_t>(limits.cpu_seconds) + 1);
    limit(RLIMIT_AS, limits.address_bytes);
    limit(RLIMIT_FSIZE, limits.file_bytes);
    limit(RLIMIT_CORE, 0);
    ::alarm(limits.wall_seconds);  // survives execv()
    ::_exit(body());
  }
  LimitedRun run;
  int status = 0;
  rusage used{};
  if (child < 0 || ::wait4(child, &status, 0, &used) != child) return run;
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
  run.peak_bytes = static_cast<std::size_t>(used.ru_maxrss) * 1024;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  run.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  run.out = content(out);
  run.err = content(err);
  for (const char* report : {"ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "runtime error: "})
    if (run.signal == 0 && run.err.find(report) != std::string::npos) run.signal = SIGABRT;
  return run;
}

}  // namespace

LimitedRun run_limited(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       const RunLimits& limits) {
  std::vector<char*> argv = {const_cast<char*>(MANNEQUIN_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  return run_child(
      [&] {
        ::execv(argv[0], argv.data());
        return 127;
      },
      folder, limits);
}

LimitedRun run_limited(const std::function<int(std::FILE* err)>& call, const std::filesystem::path& folder,
                       const RunLimits& limits) {
  return run_child(
      [&] {
        const int code = call(stderr);
        std::fflush(stderr);
        return code;
      },
      folder, limits);
}

bool program_is_checked() {
#if defined(MANNEQUIN_CHECKED)
  return true;
#else
  return false;
#endif
}

}  // namespace mannequin::test
