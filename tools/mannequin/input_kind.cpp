#include "tools/mannequin/input_kind.h"

#include <algorithm>
#include <string>

#include "engine/io/clip_file.h"
#include "engine/io/file.h"
#include "engine/io/llm.h"
#include "engine/io/mesh_asset.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {

namespace {

// The keys of a pose are too common to search for anywhere in a file.
bool begins_as_pose(std::string_view members) {
  const std::size_t first = members.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  members.remove_prefix(first);
  return members.starts_with("\"rotations\"") || members.starts_with("\"positions\"") ||
         members.starts_with("\"root\"");
}

}  // namespace

std::optional<InputKind> input_kind(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  // Enough to detect the kind, even after a long preamble.
  const std::string_view head = io::as_text(bytes.first(std::min<std::size_t>(bytes.size(), 1 << 16)));
  const auto has = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
  const std::string ending = lower_ending(path);

  if (io::looks_like_llm(bytes)) return InputKind::body_mesh;
  if (io::clip_format(bytes, path.filename().string())) return InputKind::clip;
  if (head.starts_with("glTF")) return InputKind::bound_mesh;
  if (has("<linden_genepool") || has("LLWearable version")) return InputKind::shape;
  if (io::looks_like_mesh_asset(bytes) || ending == ".mesh" || ending == ".llmesh" || ending == ".slm")
    return InputKind::bound_mesh;
  if (has("<COLLADA") || ending == ".dae" || ending == ".gltf" || ending == ".glb")
    return InputKind::bound_mesh;
  const std::size_t first = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first == std::string_view::npos || head[first] != '{') return std::nullopt;
  if (has("\"asset\"")) return InputKind::bound_mesh;
  if (has("\"params\"") || has("\"sex\"")) return InputKind::shape;
  if (begins_as_pose(head.substr(first + 1))) return InputKind::pose;
  return std::nullopt;
}

}  // namespace mannequin::program
