#include "engine/io/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace mannequin::io {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// A new file in the same folder, under a name that nobody else has: another program may be writing the same.
File open_beside(const std::filesystem::path& path, std::filesystem::path& beside) {
  for (int number = 0; number < 1000; ++number) {
    beside = path;
    beside += number == 0 ? ".part" : fmt::format(".part{}", number);
    File file(std::fopen(beside.string().c_str(), "wbx"));
    if (file || errno != EEXIST) return file;
  }
  return nullptr;
}

// True once the system has taken all of it.
bool write_all(File file, std::span<const std::byte> bytes) {
  return file && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
         std::fclose(file.release()) == 0;
}

}  // namespace

Result<Bytes> read_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return fail(ErrorCode::cannot_read, name, "there is no such file; check the path");
  if (std::filesystem::is_directory(status))
    return fail(ErrorCode::cannot_read, name, "is a folder; give a file inside it");
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > kMaxFileBytes)
    return fail(ErrorCode::cannot_read, name,
                fmt::format("has {} MiB, more than the {} MiB that can be read; split it", size >> 20,
                            kMaxFileBytes >> 20));
  const File file(std::fopen(name.c_str(), "rb"));
  if (!file)
    return fail(ErrorCode::cannot_read, name, fmt::format("cannot be opened: {}", std::strerror(errno)));

  // Read in pieces rather than trusting the size: a pipe has none, and a file may grow meanwhile.
  Bytes bytes;
  bytes.reserve(error ? 0 : static_cast<std::size_t>(size));
  std::byte piece[1 << 16];
  while (const std::size_t got = std::fread(piece, 1, sizeof piece, file.get())) {
    bytes.insert(bytes.end(), piece, piece + got);
    if (bytes.size() > kMaxFileBytes)
      return fail(ErrorCode::cannot_read, name, "is too large to be read; split it");
  }
  if (std::ferror(file.get()))
    return fail(ErrorCode::cannot_read, name, "ended unexpectedly while being read");
  return bytes;
}

Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const auto cannot = [&](std::string what) {
    return fail(ErrorCode::cannot_write, path.string(), std::move(what));
  };
  std::error_code error;
  const auto there = std::filesystem::status(path, error);
  const bool replaces = std::filesystem::is_regular_file(there);
  if (replaces && (there.permissions() & std::filesystem::perms::owner_write) == std::filesystem::perms::none)
    return cannot("is write-protected; change that, or choose another name");
  // A pipe or a device is not to be replaced by a file.
  if (std::filesystem::exists(there) && !replaces && !std::filesystem::is_directory(there)) {
    if (!write_all(File(std::fopen(path.string().c_str(), "wb")), bytes))
      return cannot(fmt::format("cannot be written: {}", std::strerror(errno)));
    return {};
  }
  // What a link leads to is written, not the link.
  const auto target =
      std::filesystem::is_symlink(path, error) ? std::filesystem::weakly_canonical(path, error) : path;
  std::filesystem::path beside;
  File file = open_beside(target, beside);
  if (!file) return cannot(fmt::format("cannot be written: {}; choose another folder", std::strerror(errno)));
  if (!write_all(std::move(file), bytes)) {
    const int why = errno;
    std::remove(beside.string().c_str());
    return cannot(
        fmt::format("cannot be written completely: {}; an existing file is unchanged", std::strerror(why)));
  }
  if (replaces) std::filesystem::permissions(beside, there.permissions(), error);
  std::filesystem::rename(beside, target, error);
  if (error) {
    std::remove(beside.string().c_str());
    return cannot("cannot be replaced: " + error.message());
  }
  return {};
}

Status write_file(const std::filesystem::path& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace mannequin::io
