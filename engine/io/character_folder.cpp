// A viewer's own character folder.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "engine/io/definitions.h"
#include "engine/io/file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr const char* kFolderWanted =
    "give a viewer's character folder, with avatar_skeleton.xml and avatar_lad.xml";

Result<Bytes> read_definition(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    return fail(ErrorCode::cannot_read, path.string(),
                fmt::format("there is no such file; {}", kFolderWanted));
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error && size > kMaxTextFileBytes)
    return fail(ErrorCode::cannot_read, path.string(),
                fmt::format("has {} bytes, far more than a definition can have; {}", size, kFolderWanted));
  return read_file(path);
}

}  // namespace

Result<CharacterDesc> read_character_folder(const FilePath& path) {
  const std::filesystem::path folder = path.native();
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return fail(ErrorCode::cannot_read, folder.string(),
                fmt::format("there is no such folder; {}", kFolderWanted));
  const std::filesystem::path skeleton_path = folder / "avatar_skeleton.xml",
                              lad_path = folder / "avatar_lad.xml";
  const auto skeleton_bytes = read_definition(skeleton_path);
  if (!skeleton_bytes) return error_of(skeleton_bytes);
  const auto lad_bytes = read_definition(lad_path);
  if (!lad_bytes) return error_of(lad_bytes);
  auto skeleton = read_skeleton_xml(as_text(*skeleton_bytes), skeleton_path.string());
  if (!skeleton) return error_of(std::move(skeleton));
  auto appearance = read_lad_xml(as_text(*lad_bytes), lad_path.string(), *skeleton);
  if (!appearance) return error_of(std::move(appearance));
  return CharacterDesc{std::move(*skeleton), std::move(*appearance)};
}

}  // namespace mannequin::io
