// Clips from one format to another: .bvh or .anim to .anim, or to JSON.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::program {

// As given on the command line; what is not given stays as the file has it.
struct ClipOptions {
  std::optional<int> priority;
  std::optional<bool> loop;
  std::optional<std::string> loop_in, loop_out;  // "1.5" seconds or "25%" of the duration
  std::optional<float> ease_in, ease_out;        // seconds
  std::optional<unsigned> hand_pose;
  bool as_uploaded = false;  // .anim: the bytes that the viewer would upload for the file
};

void add_clip_options(CLI::App& command, ClipOptions& options);

// Writes `bytes` of the file `in` as `out`, by its ending: .anim or .json. Prints the readers' notes to
// stderr. An .anim without settings is written back byte for byte. Fails as the readers do, and
// (bad_argument) on settings that no clip can have and on other endings.
Status convert_clip(const std::filesystem::path& in, const io::Bytes& bytes, const std::filesystem::path& out,
                    const ClipOptions& options, const Skeleton& skeleton);

}  // namespace mannequin::program
