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

Result<Bytes> read_file(const std::filesystem::path& path);

// Writes beside the target and renames, so that no half file is ever seen under its name.
Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Status write_file(const std::filesystem::path& path, std::string_view text);

inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace mannequin::io
