// The kind of a file opened in the window, detected by content.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "engine/core/lower_case.h"
#include "engine/core/result.h"

namespace mannequin::document {

enum class FileKind { mesh, shape, pose, clip, document, clothing };

// How many of a file's first bytes suffice to detect it.
inline constexpr std::size_t kKindBytes = std::size_t{1} << 16;

// Fails (unsupported), listing what the window accepts, or saying what a plan is for; on JSON of no other
// kind that is not well-formed with cannot_read.
Result<FileKind> file_kind(std::span<const std::byte> bytes, const std::string& name);

}  // namespace mannequin::document
