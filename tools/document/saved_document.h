// The whole document as a file: what is worn, the shape, the pose or clip, and the camera.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/document_file.h"
#include "tools/document/camera.h"
#include "tools/document/clothing.h"
#include "tools/document/file_content.h"
#include "tools/document/files.h"
#include "tools/document/pose_file.h"
#include "tools/document/shape_file.h"
#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class SavedDocument {
 public:
  SavedDocument(Workbench& bench, StandIn& stand_in, Clothing& clothing, ShapeFile& shape, PoseFile& pose,
                Files& files)
      : bench_(bench), stand_in_(stand_in), clothing_(clothing), shape_(shape), pose_(pose), files_(files) {}

  // The file that was last opened or saved; empty: none.
  const std::filesystem::path& path() const { return path_; }
  // Another program has saved that file since: saving would replace what it holds now.
  bool changed_elsewhere() const;

  // Applies what was read from the file. One undo step. A referenced file that cannot be used keeps its
  // place, so that saving loses nothing; a message gives the reason.
  void open(const std::filesystem::path& path, DocumentContent content);
  // The same for what was read from text(), whose paths are absolute; the document is that of `path`, which
  // may be empty.
  void restored(const std::filesystem::path& path, DocumentContent content);
  // All files must be in the folder of `path` or below. Messages report the outcome.
  Status save(const std::filesystem::path& path);
  // In the deepest folder that contains all files, or where it was last saved.
  std::filesystem::path proposed_path() const;
  // The current state, with absolute paths. Fails for a mesh without a file of its own.
  Result<std::string> text() const;
  // Whether there is nothing in it but the camera and stand-ins.
  bool is_empty() const;
  // A short summary: "dress.glb, boots.glb, shape ann.xml"; also of text().
  std::string summary() const;
  std::string summary_of(std::string_view text) const;
  // The copies of unsaved weights that text() names.
  std::vector<std::filesystem::path> kept_copies_of(std::string_view text) const;

  // The camera, set by whatever shows the document; the requested one when a document was opened.
  void seen_from(const Camera& camera) { camera_ = camera; }
  const std::optional<Camera>& camera() const { return camera_; }
  std::optional<Camera> take_camera() { return std::exchange(wanted_camera_, std::nullopt); }

 private:
  Result<io::DocumentFile> describe(const std::filesystem::path& folder, io::DocumentPaths paths) const;
  Result<io::DocumentWorn> describe_worn(const WornItem& item, const std::filesystem::path& folder,
                                         io::DocumentPaths paths) const;
  Status describe_unsaved(const WornFile& file, io::DocumentWorn& worn) const;
  Status describe_shape(const std::filesystem::path& folder, io::DocumentPaths paths,
                        io::DocumentFile& to) const;
  Status describe_pose(const std::filesystem::path& folder, io::DocumentPaths paths,
                       io::DocumentFile& to) const;
  void use(DocumentContent content, const std::filesystem::path& folder, const std::string& name,
           io::DocumentPaths paths);
  void use_shape(DocumentContent& content, const std::filesystem::path& folder, AvatarChoice& choice);
  void use_worn(const io::DocumentWorn& worn, const std::filesystem::path& folder, io::DocumentPaths paths,
                const AvatarChoice& before, AvatarChoice& choice);
  void use_pose(DocumentContent& content, const std::filesystem::path& folder, AvatarChoice& choice);
  void use_clip(io::ClipFile file, const std::optional<io::DocumentClip>& clip);
  void report_unusable(const std::string& what, const Error& error, const std::filesystem::path& path);

  Workbench& bench_;
  StandIn& stand_in_;
  Clothing& clothing_;
  ShapeFile& shape_;
  PoseFile& pose_;
  Files& files_;
  std::filesystem::path path_;
  std::filesystem::file_time_type path_saved_;
  std::optional<Camera> camera_, wanted_camera_;
};

}  // namespace mannequin::document
