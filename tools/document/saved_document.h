// The whole document as a file: what is worn, the shape, the pose or clip, and the camera.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "engine/io/document_file.h"
#include "tools/document/camera.h"
#include "tools/document/file_content.h"
#include "tools/document/files.h"
#include "tools/document/pose_file.h"
#include "tools/document/shape_file.h"
#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class SavedDocument {
 public:
  SavedDocument(Workbench& bench, StandIn& stand_in, ShapeFile& shape, PoseFile& pose, Files& files)
      : bench_(bench), stand_in_(stand_in), shape_(shape), pose_(pose), files_(files) {}

  // The file that was last opened or saved; empty: none.
  const std::filesystem::path& path() const { return path_; }

  // What was read from the file. One step of undo. A file that it names and that cannot be used keeps its
  // place, so that saving loses nothing; a message says why.
  void open(const std::filesystem::path& path, DocumentContent content);
  // The same of text(), whose paths are absolute; the document is that of `path`, which may be empty. Fails,
  // changing nothing, if it is not a document.
  Status restore(std::string_view text, const std::filesystem::path& path);
  // All files must lie in the folder of `path` or below. Messages say how it went.
  Status save(const std::filesystem::path& path);
  // In the deepest folder that contains all files, or where it was saved last.
  std::filesystem::path proposed_path() const;
  // As it is now, with absolute paths. Fails for a mesh that is no file of its own.
  Result<std::string> text() const;
  // Whether there is anything in it besides the camera and what stands in.
  bool is_empty() const;
  // What it consists of, in a few words: "dress.glb, boots.glb, shape ann.xml"; of text(), too.
  std::string summary() const;
  std::string summary_of(std::string_view text) const;

  // The camera, by whoever shows the document; what has been opened may want another.
  void seen_from(const Camera& camera) { camera_ = camera; }
  std::optional<Camera> take_camera() { return std::exchange(wanted_camera_, std::nullopt); }

 private:
  Result<io::DocumentFile> describe(const std::filesystem::path& folder, io::DocumentPaths paths) const;
  Result<io::DocumentWorn> describe_worn(const WornItem& item, const std::filesystem::path& folder,
                                         io::DocumentPaths paths) const;
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
  void tell_unusable(const std::string& what, const Error& error, const std::filesystem::path& path);

  Workbench& bench_;
  StandIn& stand_in_;
  ShapeFile& shape_;
  PoseFile& pose_;
  Files& files_;
  std::filesystem::path path_;
  std::optional<Camera> camera_, wanted_camera_;
};

}  // namespace mannequin::document
