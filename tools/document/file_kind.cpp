#include "tools/document/file_kind.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "engine/io/clip_file.h"
#include "engine/io/document_file.h"
#include "engine/io/file.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/stray_json.h"
#include "engine/platform/path.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// Of an asset: whether it only has sliders, as shapes (0) and physics (15) do.
bool is_body_part(std::string_view asset) {
  const auto at = asset.find("\ntype ");
  if (at == std::string_view::npos) return true;
  const std::string_view type = asset.substr(at + 6, asset.find_first_of("\r\n", at + 6) - at - 6);
  return type == "0" || type == "15";
}

}  // namespace

Result<FileKind> file_kind(std::span<const std::byte> bytes, const std::string& name) {
  // Enough to tell the kinds apart, even after a long preamble.
  const std::string_view text = io::as_text(bytes.first(std::min(bytes.size(), kKindBytes)));
  const auto contains = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const std::string ending = lower_ending(path_of_utf8(name));

  constexpr std::array kMeshEndings = {".dae", ".glb", ".gltf", ".mesh", ".llmesh", ".slm", ".obj"};
  if (text.starts_with("glTF") || io::looks_like_mesh_asset(bytes) ||
      std::ranges::find(kMeshEndings, ending) != kMeshEndings.end())
    return FileKind::mesh;
  if (io::clip_format(bytes, name)) return FileKind::clip;
  if (text.starts_with("LLWearable")) return is_body_part(text) ? FileKind::shape : FileKind::clothing;
  // Past a byte order mark, which is no blank.
  const auto start = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  const char first = start == std::string_view::npos ? '\0' : text[start];
  if (first == '<') return contains("COLLADA") ? FileKind::mesh : FileKind::shape;
  if (first == '{') {
    if (io::looks_like_document(text)) return FileKind::document;
    if (!contains("\"params\"") && contains("\"schema\"") &&
        (contains("\"wearables\"") || contains("\"items\"") || contains("\"type\"")))
      return FileKind::clothing;
    if (contains("\"params\"")) return FileKind::shape;
    // Of a longer file only the beginning is here.
    const Status known = bytes.size() < kKindBytes ? io::check_stray_json(text, name) : Status();
    if (contains("\"sex\"")) return known ? Result<FileKind>(FileKind::shape) : error_of(known);
    if (contains("\"rotations\"") || contains("\"positions\"") || contains("\"root\"")) return FileKind::pose;
    if (contains("\"asset\"")) return FileKind::mesh;
    if (!known) return error_of(known);
  }
  return fail(ErrorCode::unsupported, name,
              tr("This is {}; the window opens .dae, .glb, .gltf, .llmesh and .obj meshes, shapes (.xml, "
                 ".json), poses "
                 "(.json), animations (.anim, .bvh) and documents (.json). Export a mesh as .glb or .dae.",
                 bytes.empty() ? tr("an empty file") : tr("a file of another kind")));
}

}  // namespace mannequin::document
