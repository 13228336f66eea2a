#include "engine/platform/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

namespace mannequin {

Descriptor open_to_read(const std::filesystem::path& path, bool waits) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK)));
}

std::optional<FileStatus> status_of(const Descriptor& file) {
  struct stat status {};
  if (::fstat(*file, &status) != 0) return std::nullopt;
  const auto kind = S_ISREG(status.st_mode)   ? FileStatus::Kind::regular
                    : S_ISDIR(status.st_mode) ? FileStatus::Kind::folder
                                              : FileStatus::Kind::other;
  return FileStatus{kind, static_cast<std::size_t>(std::max<off_t>(status.st_size, 0))};
}

std::ptrdiff_t read_some(const Descriptor& file, std::span<std::byte> into) {
  for (;;)
    if (const ssize_t got = ::read(*file, into.data(), into.size()); got >= 0 || errno != EINTR) return got;
}

}  // namespace mannequin
