#include "engine/platform/open_below.h"

#include <fcntl.h>
#include <sys/syscall.h>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

#include <cerrno>

namespace mannequin {

Descriptor open_below(const std::filesystem::path& folder, const std::filesystem::path& name) {
  constexpr int kFlags =
      O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;  // a pipe without a writer must not block
  Descriptor at(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at) return at;
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
  open_how how{};
  how.flags = kFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  Descriptor file(static_cast<int>(::syscall(SYS_openat2, *at, name.c_str(), &how, sizeof how)));
  if (file || (errno != ENOSYS && errno != EPERM)) return file;
#endif
  // An older system, or one that forbids that call: then refuse all links.
  const std::filesystem::path parents = name.parent_path();
  for (const std::filesystem::path& step : parents) {
    at = Descriptor(::openat(*at, step.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!at) return at;
  }
  return Descriptor(::openat(*at, name.filename().c_str(), kFlags | O_NOFOLLOW));
}

}  // namespace mannequin
