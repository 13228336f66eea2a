// Clips of either format, and format detection.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/io/anim_file.h"

namespace mannequin::io {

// The format of a clip.
enum class ClipFormat { anim, bvh };

// By the file name extension, else by content; nullopt if it is not a clip.
std::optional<ClipFormat> clip_format(std::span<const std::byte> bytes, const std::string& name);

// The file as .anim: a .bvh as packed by the viewer's uploader, including its notes.
Result<AnimFile> read_clip_as_anim(std::span<const std::byte> bytes, const std::string& source,
                                   const Skeleton& skeleton);

// A playable clip.
struct ClipFile {
  ClipFormat format = ClipFormat::anim;
  Clip clip;
  Notes notes;
};

// The clip as it plays in-world: a .anim unchanged, a .bvh after its upload.
Result<ClipFile> read_clip(std::span<const std::byte> bytes, const std::string& source,
                           const Skeleton& skeleton);

}  // namespace mannequin::io
