// Leaves parts of a clip out: position keys, or whole tracks. What stays is unchanged, count by count.
#pragma once

#include <span>
#include <string>

#include "engine/io/anim_file.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

enum class KeptPositions { all, pelvis, none };

// Removes position keys, and joints that have no others. Fails (bad_argument) if no joint is left.
Status keep_positions(AnimFile& file, KeptPositions kept, const Skeleton& skeleton);

// Removes joints: by their names, or "attachments" (attachment points), "volumes" (collision volumes),
// "unknown" (joints that the avatar does not have), "repeated" (of a joint listed twice, all but the first,
// which is the one that is played). Fails (bad_argument) on a name that the clip does not have, or if no
// joint is left.
Status remove_tracks(AnimFile& file, std::span<const std::string> names, const Skeleton& skeleton);

}  // namespace mannequin::io
