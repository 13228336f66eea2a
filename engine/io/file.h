// Whole files in and out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::io {

using Bytes = std::vector<std::byte>;

// Nothing that people bring is larger; refused before anything is allocated for it.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

// Fails (cannot_read) with the path: no such file, a folder, too large, not to be opened.
Result<Bytes> read_file(const std::filesystem::path& path);

// Writes beside the target and renames, so that no half file is ever seen under its name, nor one of two that
// are written at once mixed with the other; a link, a pipe and a device stay what they are. Fails
// (cannot_write) with the path: no such folder, write-protected, a full disk.
Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Status write_file(const std::filesystem::path& path, std::string_view text);

// A view of the same bytes; lives as long as they do.
inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace mannequin::io
