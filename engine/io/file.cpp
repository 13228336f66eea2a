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

}  // namespace

Result<Bytes> read_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return fail(ErrorCode::cannot_read, name, "there is no such file; check the path");
  if (std::filesystem::is_directory(status))
    return fail(ErrorCode::cannot_read, name, "is a folder; name a file inside it");
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > kMaxFileBytes)
    return fail(ErrorCode::cannot_read, name,
                fmt::format("is {} MiB long, more than the {} MiB that can be read; split it", size >> 20,
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
      return fail(ErrorCode::cannot_read, name, "is longer than can be read; split it");
  }
  if (std::ferror(file.get()))
    return fail(ErrorCode::cannot_read, name, "stopped in the middle while reading");
  return bytes;
}

Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::filesystem::path beside = path;
  beside += ".part";
  {
    const File file(std::fopen(beside.string().c_str(), "wb"));
    if (!file)
      return fail(ErrorCode::cannot_write, path.string(),
                  fmt::format("cannot be written: {}; choose another folder", std::strerror(errno)));
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                         std::fflush(file.get()) == 0;
    if (!written) {
      std::remove(beside.string().c_str());
      return fail(
          ErrorCode::cannot_write, path.string(),
          fmt::format("cannot be written in full: {}; an existing file is untouched", std::strerror(errno)));
    }
  }
  std::error_code error;
  std::filesystem::rename(beside, path, error);
  if (error) {
    std::remove(beside.string().c_str());
    return fail(ErrorCode::cannot_write, path.string(), "cannot be replaced: " + error.message());
  }
  return {};
}

Status write_file(const std::filesystem::path& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace mannequin::io
