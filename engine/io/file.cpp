#include "engine/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/io/file_exists.h"
#include "engine/io/read_all.h"
#include "engine/io/regular_file.h"
#include "engine/platform/replacement.h"

namespace mannequin::io {
namespace {

namespace fs = std::filesystem;

constexpr int kLinksInARow = 40;  // as many as Linux follows

// For the system it would end the name, which would then be another file's.
bool has_nul(const fs::path& path) {
  return path.native().find(fs::path::value_type{}) != fs::path::string_type::npos;
}

auto cannot_read_file(const fs::path& path, std::string what) {
  return fail(ErrorCode::cannot_read, path.string(), std::move(what));
}

// What `path` leads to over links, to one that dangles as well: what has to be written. Fails (cannot_write)
// where links go in a circle.
Result<fs::path> end_of_links(fs::path path) {
  const auto cannot = [&](std::string what) {
    return fail(ErrorCode::cannot_write, path.string(), std::move(what));
  };
  std::error_code error;
  for (int links = 0; fs::is_symlink(fs::symlink_status(path, error)); ++links) {
    if (links == kLinksInARow) return cannot("is a circular link; remove it");
    const fs::path next = fs::read_symlink(path, error);
    if (error) return cannot("is a link that cannot be read: " + error.message());
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

}  // namespace

Result<Bytes> read_all(const Descriptor& file, const FileStatus& status, const fs::path& path,
                       std::size_t most) {
  const std::size_t size = std::min(status.bytes, most);
  if (size > kMaxFileBytes)
    return cannot_read_file(path, fmt::format("has {} MiB, more than the {} MiB that can be read; split it",
                                              size >> 20, kMaxFileBytes >> 20));
  Bytes bytes;
  if (status.kind == FileStatus::Kind::regular) bytes.reserve(size);
  std::byte piece[1 << 16];
  for (;;) {
    const std::ptrdiff_t got =
        read_some(file, std::span(piece).first(std::min(sizeof piece, most - bytes.size())));
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
  const auto no_such_file = [&] { return cannot_read_file(path, "there is no such file; check the path"); };
  if (has_nul(path)) return no_such_file();
  // Opening a pipe would wait for its writer.
  const Descriptor file = open_to_read(path, !only_regular);
  if (!file && (errno == ENOENT || errno == ENOTDIR)) return no_such_file();
  const std::optional<FileStatus> status = file ? status_of(file) : std::nullopt;
  if (!status) return cannot_read_file(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  if (status->kind == FileStatus::Kind::folder)
    return cannot_read_file(path, "is a folder; give a file inside it");
  if (only_regular && status->kind != FileStatus::Kind::regular)
    return cannot_read_file(path, "is a pipe or a device; save it as a file first");
  return read_all(file, *status, path, most);
}

}  // namespace

Result<Bytes> read_file(const FilePath& path) { return read_path(path.native(), false); }
Result<Bytes> read_regular_file(const fs::path& path) { return read_path(path, true); }
Result<Bytes> read_regular_start(const fs::path& path, std::size_t most) {
  return read_path(path, true, most);
}

bool file_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Status write_file(const FilePath& to, std::span<const std::byte> bytes) {
  const fs::path path = to.native();
  if (has_nul(path))
    return fail(ErrorCode::cannot_write, path.string(),
                "has a NUL character, which no file's name has; correct it");
  const auto target = end_of_links(path);
  if (!target) return error_of(target);
  std::error_code error;
  const auto there = fs::status(*target, error);
  if (fs::is_directory(there))
    return fail(ErrorCode::cannot_write, path.string(), "is a folder; give a file inside it");
  const WriteFault fault = fs::exists(there) && !fs::is_regular_file(there) ? write_into(*target, bytes)
                                                                            : replace_file(*target, bytes);
  if (fault) return fail(ErrorCode::cannot_write, target->string(), *fault);
  return {};
}

Status write_file(const FilePath& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace mannequin::io
