// What a file that somebody gives to the window is, told by its content.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "engine/core/result.h"

namespace mannequin::document {

enum class FileKind { mesh, shape, pose, clip };

// Fails (unsupported) with what the window takes.
Result<FileKind> file_kind(std::span<const std::byte> bytes, const std::string& name);

// ".glb" of "Body.GLB".
std::string lower_ending(const std::filesystem::path& path);

}  // namespace mannequin::document
