// The pose or clip as a file: opened, saved, and read again when another program saves it.
#pragma once

#include <filesystem>

#include "tools/document/file_content.h"
#include "tools/document/posing.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class PoseFile {
 public:
  PoseFile(Workbench& bench, Posing& posing) : bench_(bench), posing_(posing) {}

  // Uses what was read from the file. Undoable.
  void open(const std::filesystem::path& path, PoseContent content);
  Status save(const std::filesystem::path& path);  // as JSON; messages report the outcome
  // Takes over a version saved by another program.
  void reload(Result<PoseContent> content);
  // The file of the present pose or clip; empty if it is not, or no longer, a file's.
  std::filesystem::path path() const;
  // Declares the present pose or clip, which has this file's name, as this file's.
  void follow(const std::filesystem::path& path) { path_ = path; }

 private:
  void open_clip(const std::string& name, io::ClipFile file);

  Workbench& bench_;
  Posing& posing_;
  std::filesystem::path path_;
};

}  // namespace mannequin::document
