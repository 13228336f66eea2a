// Clips on the command line: the pose that one gives at a moment, and what it will fight.
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "engine/io/clip_file.h"
#include "engine/skeleton/pose.h"

namespace mannequin::program {

// The pose that the file of --pose gives: JSON as it stands; a .anim or .bvh alone, `seconds` after its
// start, or its first frame where no time is given. Prints notes, and which position keys will fight sliders,
// to stderr.
Result<Pose> load_pose(const std::filesystem::path& path, std::optional<double> seconds,
                       const Skeleton& skeleton);

// True if the file can be read and is a .anim or .bvh.
bool names_clip(const std::filesystem::path& path);

// The readers' notes, with one more for the position keys that fight and one for joints that do not exist.
io::Notes clip_notes(const io::ClipFile& file, const Skeleton& skeleton);

}  // namespace mannequin::program
