// What a file that the window opens holds: read and checked, which takes its time, but not used yet.
#pragma once

#include <filesystem>
#include <optional>
#include <variant>

#include "engine/appearance/character.h"
#include "engine/io/clip_file.h"
#include "engine/io/document_file.h"
#include "engine/io/shape_file.h"
#include "tools/document/file_kind.h"
#include "tools/document/worn_file.h"

namespace mannequin::document {

// A pose, or a clip of poses.
using PoseContent = std::variant<Pose, io::ClipFile>;

// A document with the shape and the pose that it names; its meshes are read one by one. Nothing where it
// names none.
struct DocumentContent {
  io::DocumentFile file;
  std::optional<Result<io::ShapeFile>> shape;
  std::optional<Result<PoseContent>> pose;
};

using FileContent = std::variant<ReadMesh, io::ShapeFile, PoseContent, DocumentContent>;

// Any thread. `importer`: of a mesh. Fails as the readers do, and says so where there is not enough memory.
Result<FileContent> read_content(const std::filesystem::path& path, FileKind kind, const Character& character,
                                 const ImporterProfile& importer);

Result<io::ShapeFile> read_shape_file(const std::filesystem::path& path, const Character& character);
// A clip, or else a pose.
Result<PoseContent> read_pose_file(const std::filesystem::path& path, const Character& character);
// `folder`, `paths`: as for io::find_document_file().
DocumentContent read_parts(io::DocumentFile document, const std::filesystem::path& folder,
                           io::DocumentPaths paths, const Character& character);

}  // namespace mannequin::document
