// Files to be read, judged by what was opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "engine/platform/descriptor.h"

namespace mannequin {

// A folder is opened, too. Null: see errno. `waits`: for a pipe's writer.
Descriptor open_to_read(const std::filesystem::path& path, bool waits);

struct FileStatus {
  enum class Kind { regular, folder, other };
  Kind kind = Kind::other;
  std::size_t bytes = 0;  // of a regular one
};

// Nothing: see errno.
std::optional<FileStatus> status_of(const Descriptor& file);

// How many bytes came; 0 at the end; negative: see errno.
std::ptrdiff_t read_some(const Descriptor& file, std::span<std::byte> into);

}  // namespace mannequin
