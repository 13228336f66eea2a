// Removes parts of a clip: position keys, or whole tracks. The rest is unchanged, count by count.
#pragma once

#include <span>
#include <string>

#include "engine/io/anim_file.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

enum class KeptPositions { all, pelvis, none };

// Removes position keys, and joints that have no others. Fails (bad_argument) if no joint is left.
Status keep_positions(AnimFile& file, KeptPositions kept, const Skeleton& skeleton);

// Removes joints: by their names, or "attachments" (attachment points), "volumes"
// (collision volumes), "unknown" (joints that the avatar does not have), "repeated"
// (all but the first listing of a joint, which is the one played). Fails
// (bad_argument) on a name that the clip does not have, or if no joint is left.
Status remove_tracks(AnimFile& file, std::span<const std::string> names, const Skeleton& skeleton);

}  // namespace mannequin::io
