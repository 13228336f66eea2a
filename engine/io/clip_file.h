// Clips of either format, and which one a file is.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/io/anim_file.h"

namespace mannequin::io {

// Whose format it is.
enum class ClipFormat { anim, bvh };

// By the name's ending, else by the content; nothing if it is no clip.
std::optional<ClipFormat> clip_format(std::span<const std::byte> bytes, const std::string& name);

// The file as .anim: a .bvh as the viewer's uploader packs it, whose notes are among the file's.
Result<AnimFile> read_clip_as_anim(std::span<const std::byte> bytes, const std::string& source,
                                   const Skeleton& skeleton);

// A clip, ready to be played.
struct ClipFile {
  ClipFormat format = ClipFormat::anim;
  Clip clip;
  Notes notes;
};

// The clip as it plays in the world: a .anim as it stands, a .bvh after its upload.
Result<ClipFile> read_clip(std::span<const std::byte> bytes, const std::string& source,
                           const Skeleton& skeleton);

}  // namespace mannequin::io
