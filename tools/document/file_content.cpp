#include "tools/document/file_content.h"

#include <array>
#include <new>
#include <utility>

#include "engine/io/pose_file.h"
#include "engine/io/regular_file.h"

namespace mannequin::document {
namespace {

Result<DocumentContent> read_document_file(const std::filesystem::path& path, const Character& character) {
  const auto bytes = io::read_regular_file(path);
  if (!bytes) return error_of(bytes);
  auto document = io::read_document(io::as_text(*bytes), path.filename().string(), character.skeleton);
  if (!document) return error_of(document);
  return read_parts(std::move(*document), path.parent_path(), io::DocumentPaths::inside, character);
}

template <typename T>
Result<FileContent> as_content(Result<T> read) {
  if (!read) return error_of(read);
  return Result<FileContent>(tl::in_place, std::move(*read));
}

Result<FileContent> read_kind(const std::filesystem::path& path, FileKind kind, const Character& character,
                              const ImporterProfile& importer) {
  switch (kind) {
    case FileKind::mesh:
      return Result<FileContent>(tl::in_place, read_mesh(path, {}, character.skeleton, importer));
    case FileKind::shape:
      return as_content(read_shape_file(path, character));
    case FileKind::clothing:
      return as_content(io::load_outfit(std::array{path}, character.appearance));
    case FileKind::document:
      return as_content(read_document_file(path, character));
    default:
      return as_content(read_pose_file(path, character));
  }
}

}  // namespace

Result<FileContent> read_content(const std::filesystem::path& path, FileKind kind, const Character& character,
                                 const ImporterProfile& importer) {
  try {
    return read_kind(path, kind, character, importer);
  } catch (const std::bad_alloc&) {
    return not_enough_memory(path);
  }
}

Result<FileContent> read_kept_document(const std::string& text, const Character& character) {
  try {
    auto document =
        io::read_document(text, kKeptDocumentName, character.skeleton, io::DocumentPaths::anywhere);
    if (!document) return error_of(document);
    return Result<FileContent>(tl::in_place,
                               read_parts(std::move(*document), {}, io::DocumentPaths::anywhere, character));
  } catch (const std::bad_alloc&) {
    return not_enough_memory(kKeptDocumentName);
  }
}

Result<io::ShapeFile> read_shape_file(const std::filesystem::path& path, const Character& character) {
  const auto bytes = io::read_regular_file(path);
  if (!bytes) return error_of(bytes);
  return io::read_shape(*bytes, path.filename().string(), character.appearance);
}

Result<PoseContent> read_pose_file(const std::filesystem::path& path, const Character& character) {
  const auto bytes = io::read_regular_file(path);
  if (!bytes) return error_of(bytes);
  const std::string name = path.filename().string();
  if (io::clip_format(*bytes, name)) {
    auto clip = io::read_clip(*bytes, name, character.skeleton);
    if (!clip) return error_of(clip);
    return PoseContent(std::move(*clip));
  }
  auto pose = io::read_pose(io::as_text(*bytes), name, character.skeleton);
  if (!pose) return error_of(pose);
  return PoseContent(std::move(*pose));
}

DocumentContent read_parts(io::DocumentFile document, const std::filesystem::path& folder,
                           io::DocumentPaths paths, const Character& character) {
  DocumentContent content;
  if (!document.shape_file.empty()) {
    const auto found = io::find_document_file(folder, document.shape_file, paths);
    content.shape = found ? read_shape_file(*found, character) : Result<io::ShapeFile>(error_of(found));
  }
  if (const std::string& name = document.clip ? document.clip->file : document.pose_file; !name.empty()) {
    const auto found = io::find_document_file(folder, name, paths);
    content.pose = found ? read_pose_file(*found, character) : Result<PoseContent>(error_of(found));
  }
  content.clothing = io::load_items(document.clothing, folder, paths);
  content.file = std::move(document);
  return content;
}

}  // namespace mannequin::document
