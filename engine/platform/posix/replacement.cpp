#include "engine/platform/replacement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "engine/platform/descriptor.h"

namespace mannequin {
namespace {

namespace fs = std::filesystem;

constexpr int kWritersAtOnce = 100;

// Writing beyond a file's allowed size, or to a pipe that nobody reads, sends a signal that ends the program.
// While this lives such a write fails instead, in this thread alone.
class SignalGuard {
 public:
  SignalGuard() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGXFSZ);
    sigaddset(&signals_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    // A signal that was already pending is not ours to consume.
    for (const int signal : {SIGXFSZ, SIGPIPE})
      if (sigismember(&pending, signal) == 1) sigdelset(&signals_, signal);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard() {
    const int error = errno;
    const timespec at_once{0, 0};
    while (sigtimedwait(&signals_, nullptr, &at_once) > 0) continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }

 private:
  sigset_t signals_, before_;
};

// False: see errno.
bool write_all(int to, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

// False: see errno. Not every file system supports it.
bool flush_to_disk(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

// Short, whatever the target's name, and unique to us: files found under it may be removed.
std::string temporary_name(const fs::path& target, int number) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const char letter : target.filename().string())
    hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  return fmt::format(".mannequin-{:016x}-{}.part", hash, number);
}

bool is_same_file(int open, const fs::path& path) {
  struct stat opened {
  }, named{};
  return ::fstat(open, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

// True if no file of this name exists any more, after removing the leftover of a dead writer. Writers hold a
// lock, which the system releases when they die.
bool remove_leftover(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  if (!file) return errno == ENOENT;
  return ::flock(*file, LOCK_EX | LOCK_NB) == 0 && is_same_file(*file, path) && ::unlink(path.c_str()) == 0;
}

// A new file next to the target, locked. Null: see errno.
Descriptor open_temporary(const fs::path& target, fs::path& temporary) {
  for (int number = 0; number < kWritersAtOnce;) {
    temporary = target.parent_path() / temporary_name(target, number);
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file) {
      // Another writer may have removed it as a leftover before it was locked.
      if (::flock(*file, LOCK_EX) != 0 || is_same_file(*file, temporary)) return file;
      continue;
    }
    if (errno != EEXIST) return file;
    if (!remove_leftover(temporary)) ++number;
  }
  errno = EBUSY;
  return Descriptor();
}

}  // namespace

WriteFault replace_file(const fs::path& target, std::span<const std::byte> bytes) {
  const SignalGuard quiet;
  struct stat there {};
  const bool replaces = ::stat(target.c_str(), &there) == 0 && S_ISREG(there.st_mode);
  if (replaces && (there.st_mode & S_IWUSR) == 0)
    return "is write-protected; change that, or choose another name";
  fs::path temporary;
  Descriptor file = open_temporary(target, temporary);
  if (!file) return fmt::format("cannot be written: {}; choose another folder", std::strerror(errno));
  const auto give_up = [&](const char* what) {
    const std::string why = std::strerror(errno);
    ::unlink(temporary.c_str());
    return fmt::format("{}: {}; {}", what, why,
                       replaces ? "the existing file is unchanged" : "there is no file now");
  };
  if (replaces && ::fchmod(*file, there.st_mode & 07777) != 0)
    return give_up("cannot preserve its permissions");
  if (!write_all(*file, bytes) || !flush_to_disk(*file)) return give_up("cannot be written completely");
  if (::rename(temporary.c_str(), target.c_str()) != 0) return give_up("cannot be replaced");
  if (!file.close()) return fmt::format("may be incomplete: {}", std::strerror(errno));
  // Until the folder is on the disk, too, a power cut may bring the old file back.
  const fs::path parent = target.parent_path();
  const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder && !flush_to_disk(*folder))
    return fmt::format("is written, but its folder is not: {}", std::strerror(errno));
  return {};
}

WriteFault write_into(const fs::path& target, std::span<const std::byte> bytes) {
  const SignalGuard quiet;
  Descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file || !write_all(*file, bytes) || !file.close())
    return fmt::format("cannot be written: {}", std::strerror(errno));
  return {};
}

}  // namespace mannequin
