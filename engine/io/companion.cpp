#include "engine/io/companion.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

#include <cerrno>
#include <cstring>

#include "engine/io/descriptor.h"
#include "engine/io/read_all.h"

namespace mannequin::io {
namespace {

namespace fs = std::filesystem;

// Below `folder`, over no link that leads out of it. Null: see errno.
Descriptor open_below(const fs::path& folder, const fs::path& name) {
  constexpr int kFlags =
      O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;  // a pipe without a writer must not wait
  Descriptor at(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at) return at;
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
  open_how how{};
  how.flags = kFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  Descriptor file(static_cast<int>(::syscall(SYS_openat2, *at, name.c_str(), &how, sizeof how)));
  if (file || (errno != ENOSYS && errno != EPERM)) return file;
#endif
  // An older system, or one that forbids that call: then no link at all.
  const fs::path parents = name.parent_path();
  for (const fs::path& step : parents) {
    at = Descriptor(::openat(*at, step.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!at) return at;
  }
  return Descriptor(::openat(*at, name.filename().c_str(), kFlags | O_NOFOLLOW));
}

}  // namespace

Result<Bytes> read_companion(const fs::path& folder, const fs::path& name) {
  const fs::path path = folder / name;
  const auto refused = [&](std::string what) {
    return fail(ErrorCode::cannot_read, path.string(), std::move(what));
  };
  const Descriptor file = open_below(folder, name);
  if (!file && (errno == ENOENT || errno == ENOTDIR)) return refused("there is no such file; check the path");
  if (!file && (errno == EXDEV || errno == ELOOP))
    return refused("is a link to outside the folder; put the file itself there");
  struct stat status {};
  if (!file || ::fstat(*file, &status) != 0)
    return refused(fmt::format("cannot be opened: {}", std::strerror(errno)));
  if (!S_ISREG(status.st_mode))
    return refused("is a folder, a pipe or a device where a file was expected; put the file there");
  return read_all(*file, status, path);
}

}  // namespace mannequin::io
