// Reads and writes whole files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/file_path.h"

namespace mannequin::io {

using Bytes = std::vector<std::byte>;

// Far above real files; larger ones are rejected before allocating.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

// Fails (cannot_read) with the path: no such file, a folder, too large, cannot be opened.
Result<Bytes> read_file(const FilePath& path);

// Writes a temporary file next to the target and renames it: a half-written file is never visible, and
// concurrent writes do not mix; links, pipes and devices are kept. Fails
// (cannot_write) with the path: no such folder, write-protected, a full disk.
Result<void> write_file(const FilePath& path, std::span<const std::byte> bytes);
Result<void> write_file(const FilePath& path, std::string_view text);

// A view of the same bytes; valid as long as they are.
inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace mannequin::io
