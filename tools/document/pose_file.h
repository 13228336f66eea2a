// The pose or clip as a file: opened, saved, and read again when another program saved it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "tools/document/posing.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class PoseFile {
 public:
  PoseFile(Workbench& bench, Posing& posing) : bench_(bench), posing_(posing) {}

  Status open_pose(const std::filesystem::path& path, std::span<const std::byte> bytes);
  Status open_clip(const std::filesystem::path& path, std::span<const std::byte> bytes);
  Status save(const std::filesystem::path& path);  // as JSON; messages tell how it went
  void reload();
  // Of the present pose or clip; empty if it is not a file's, or is one no longer.
  std::filesystem::path path() const;
  // The present pose or clip, which has this file's name, is this file's.
  void follow(const std::filesystem::path& path) { path_ = path; }

 private:
  Workbench& bench_;
  Posing& posing_;
  std::filesystem::path path_;
};

}  // namespace mannequin::document
