// Clips from one format to another: .bvh or .anim to .anim, or to JSON.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/anim_tracks.h"
#include "engine/io/file.h"
#include "engine/skeleton/skeleton.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

// As given on the command line; missing values are taken from the file.
struct ClipOptions {
  std::optional<int> priority;
  std::optional<bool> loop;
  std::optional<std::string> loop_in, loop_out;  // "1.5" seconds or "25%" of the duration
  std::optional<float> ease_in, ease_out;        // seconds
  std::optional<unsigned> hand_pose;
  io::KeptPositions positions = io::KeptPositions::all;
  std::vector<std::string> without;  // joints to leave out, by name or kind
  bool as_uploaded = false;          // .anim: the bytes that the viewer would upload for the file
};

void add_clip_options(CLI::App& command, ClipOptions& options);

// Writes `bytes` of the file `in` as `out`, by its file name extension: .anim or .json. Prints notes to
// stderr. An .anim without settings is written back byte for byte. Fails as the readers do, and
// (bad_argument) on invalid settings and on other extensions.
Status convert_clip(const std::filesystem::path& in, const io::Bytes& bytes, const std::filesystem::path& out,
                    const ClipOptions& options, const Skeleton& skeleton);

}  // namespace mannequin::program
