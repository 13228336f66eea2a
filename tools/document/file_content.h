// The content of an opened file: read and checked, which takes time, but not applied yet.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "engine/appearance/character.h"
#include "engine/io/clip_file.h"
#include "engine/io/document_file.h"
#include "engine/io/outfit_file.h"
#include "engine/io/shape_file.h"
#include "tools/document/file_kind.h"
#include "tools/document/worn_file.h"

namespace mannequin::document {

// A pose, or a clip of poses.
using PoseContent = std::variant<Pose, io::ClipFile>;

// A document with the shape, the pose and the textures that it refers to; its meshes are read separately.
// Nothing for those it does not refer to.
struct DocumentContent {
  io::DocumentFile file;
  std::optional<Result<io::ShapeFile>> shape;
  std::optional<Result<PoseContent>> pose;
  io::LoadedOutfit clothing;
};

using FileContent = std::variant<ReadMesh, io::ShapeFile, PoseContent, DocumentContent, io::LoadedOutfit>;

// Any thread. `importer`: for meshes. Fails as the readers do, and reports lack of memory.
Result<FileContent> read_content(const std::filesystem::path& path, FileKind kind, const Character& character,
                                 const ImporterProfile& importer);

// The last session, as stored in the settings: its paths are absolute. As read_content().
inline constexpr const char* kKeptDocumentName = "the last document";
Result<FileContent> read_kept_document(const std::string& text, const Character& character);

Result<io::ShapeFile> read_shape_file(const std::filesystem::path& path, const Character& character);
// A clip, or else a pose.
Result<PoseContent> read_pose_file(const std::filesystem::path& path, const Character& character);
// `folder`, `paths`: as for io::find_document_file().
DocumentContent read_parts(io::DocumentFile document, const std::filesystem::path& folder,
                           io::DocumentPaths paths, const Character& character);

}  // namespace mannequin::document
