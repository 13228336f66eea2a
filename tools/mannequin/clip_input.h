// Clips on the command line: their pose at a given time, and conflicts with sliders.
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "engine/io/clip_file.h"
#include "engine/skeleton/pose.h"

namespace mannequin::program {

// The pose in the file of --pose: JSON as it is; a .anim or .bvh
// only, `seconds` after its start, or its first frame without a time.
// Prints notes, and the position keys that fight sliders, to stderr.
Result<Pose> load_pose(const std::filesystem::path& path, std::optional<double> seconds,
                       const Skeleton& skeleton);

// True if the file can be read and is a .anim or .bvh.
bool names_clip(const std::filesystem::path& path);

// The readers' notes, plus one for position keys that fight and one for joints that do not exist.
io::Notes clip_notes(const io::ClipFile& file, const Skeleton& skeleton);

}  // namespace mannequin::program
