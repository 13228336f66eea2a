// Checks clips: what the uploader refuses, and what surprises in-world after a successful upload. Source:
// oracle/anim/README.md 1, 4, 5, 8.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/animation/clip.h"
#include "engine/fit/finding.h"

namespace mannequin {

// The simulator's limit for one animation: bytes after the viewer's packing.
inline constexpr std::size_t kMaxUploadedClipBytes = 250'000;

// `uploaded_bytes`: of the packed clip; nullopt if it cannot be packed. Worst findings first. Findings name
// no mesh. Clip::build has already refused what no viewer plays: too long, too many joints.
Findings check_clip(const Clip& clip, const Skeleton& skeleton, std::optional<std::size_t> uploaded_bytes);

}  // namespace mannequin
