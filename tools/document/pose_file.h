// The pose or clip as a file: opened, saved, and read again when another program saved it.
#pragma once

#include <filesystem>

#include "tools/document/file_content.h"
#include "tools/document/posing.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class PoseFile {
 public:
  PoseFile(Workbench& bench, Posing& posing) : bench_(bench), posing_(posing) {}

  // What was read from the file. A step of undo.
  void open(const std::filesystem::path& path, PoseContent content);
  Status save(const std::filesystem::path& path);  // as JSON; messages tell how it went
  // Takes what another program saved.
  void reload(Result<PoseContent> content);
  // Of the present pose or clip; empty if it is not a file's, or is one no longer.
  std::filesystem::path path() const;
  // The present pose or clip, which has this file's name, is this file's.
  void follow(const std::filesystem::path& path) { path_ = path; }

 private:
  void open_clip(const std::string& name, io::ClipFile file);

  Workbench& bench_;
  Posing& posing_;
  std::filesystem::path path_;
};

}  // namespace mannequin::document
