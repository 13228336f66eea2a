#include "engine/io/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "engine/io/file_exists.h"
#include "engine/io/read_all.h"
#include "engine/io/regular_file.h"
#include "engine/io/replacement.h"
#include "engine/platform/descriptor.h"

namespace mannequin::io {
namespace {

namespace fs = std::filesystem;

auto cannot_read_file(const fs::path& path, std::string what) {
  return fail(ErrorCode::cannot_read, path.string(), std::move(what));
}

}  // namespace

Result<Bytes> read_all(int file, const struct stat& status, const fs::path& path, std::size_t most) {
  const std::size_t size = std::min(static_cast<std::size_t>(std::max<off_t>(status.st_size, 0)), most);
  if (size > kMaxFileBytes)
    return cannot_read_file(path, fmt::format("has {} MiB, more than the {} MiB that can be read; split it",
                                              size >> 20, kMaxFileBytes >> 20));
  Bytes bytes;
  if (S_ISREG(status.st_mode)) bytes.reserve(size);
  std::byte piece[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file, piece, std::min(sizeof piece, most - bytes.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return cannot_read_file(path,
                              fmt::format("ended unexpectedly while being read: {}", std::strerror(errno)));
    if (got == 0) return bytes;
    bytes.insert(bytes.end(), piece, piece + got);
    if (bytes.size() > kMaxFileBytes) return cannot_read_file(path, "is too large to be read; split it");
  }
}

namespace {

Result<Bytes> read_path(const fs::path& path, bool only_regular,
                        std::size_t most = std::numeric_limits<std::size_t>::max()) {
  // Opening a pipe would wait for its writer.
  const int waiting = only_regular ? O_NONBLOCK : 0;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | waiting));
  if (!file && (errno == ENOENT || errno == ENOTDIR))
    return cannot_read_file(path, "there is no such file; check the path");
  struct stat status {};
  if (!file || ::fstat(*file, &status) != 0)
    return cannot_read_file(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) return cannot_read_file(path, "is a folder; give a file inside it");
  if (only_regular && !S_ISREG(status.st_mode))
    return cannot_read_file(path, "is a pipe or a device; save it as a file first");
  return read_all(*file, status, path, most);
}

}  // namespace

Result<Bytes> read_file(const fs::path& path) { return read_path(path, false); }
Result<Bytes> read_regular_file(const fs::path& path) { return read_path(path, true); }
Result<Bytes> read_regular_start(const fs::path& path, std::size_t most) {
  return read_path(path, true, most);
}

bool file_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Status write_file(const fs::path& path, std::span<const std::byte> bytes) {
  const auto target = end_of_links(path);
  if (!target) return error_of(target);
  std::error_code error;
  const auto there = fs::status(*target, error);
  if (fs::is_directory(there))
    return fail(ErrorCode::cannot_write, path.string(), "is a folder; give a file inside it");
  return fs::exists(there) && !fs::is_regular_file(there) ? write_into(*target, bytes)
                                                          : replace_file(*target, bytes);
}

Status write_file(const fs::path& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace mannequin::io
