#include "tools/document/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "engine/io/clip_file.h"
#include "engine/io/document_file.h"
#include "engine/io/file.h"
#include "engine/io/mesh_asset.h"

namespace mannequin::document {

Result<FileKind> file_kind(std::span<const std::byte> bytes, const std::string& name) {
  // Enough for what tells the kinds apart, also in a file with a long preamble.
  const std::string_view text = io::as_text(bytes.first(std::min(bytes.size(), kKindBytes)));
  const auto contains = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const std::string ending = lower_ending(name);

  constexpr std::array kMeshEndings = {".dae", ".glb", ".gltf", ".mesh", ".llmesh", ".slm", ".obj"};
  if (text.starts_with("glTF") || io::looks_like_mesh_asset(bytes) ||
      std::ranges::find(kMeshEndings, ending) != kMeshEndings.end())
    return FileKind::mesh;
  if (io::clip_format(bytes, name)) return FileKind::clip;
  if (text.starts_with("LLWearable")) return FileKind::shape;
  // Past a byte order mark, which is no blank.
  const auto start = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  const char first = start == std::string_view::npos ? '\0' : text[start];
  if (first == '<') return contains("COLLADA") ? FileKind::mesh : FileKind::shape;
  if (first == '{') {
    if (io::looks_like_document(text)) return FileKind::document;
    if (contains("\"params\"") || contains("\"sex\"")) return FileKind::shape;
    if (contains("\"rotations\"") || contains("\"positions\"") || contains("\"root\"")) return FileKind::pose;
    if (contains("\"asset\"")) return FileKind::mesh;
  }
  return fail(
      ErrorCode::unsupported, name,
      fmt::format("This is {}; the window opens .dae, .glb, .gltf, .llmesh and .obj meshes, shapes (.xml, "
                  ".json), poses "
                  "(.json), animations (.anim, .bvh) and documents (.json). Export a mesh as .glb or .dae.",
                  bytes.empty() ? "an empty file" : "a file of another kind"));
}

}  // namespace mannequin::document
