// What a file that somebody gives to the window is, told by its content.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "engine/core/lower_case.h"
#include "engine/core/result.h"

namespace mannequin::document {

enum class FileKind { mesh, shape, pose, clip, document };

// So many of a file's first bytes tell what it is.
inline constexpr std::size_t kKindBytes = std::size_t{1} << 16;

// Fails (unsupported) with what the window takes.
Result<FileKind> file_kind(std::span<const std::byte> bytes, const std::string& name);

}  // namespace mannequin::document
