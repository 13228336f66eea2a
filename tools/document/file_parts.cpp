#include "tools/document/file_parts.h"

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/io/file.h"
#include "engine/io/regular_file.h"
#include "engine/platform/path.h"

namespace mannequin::document {
namespace {

// "a%20b" is "a b".
std::string unescaped(const std::string& uri) {
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned byte = 0;
    const char* const digits = uri.data() + i + 1;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      text += static_cast<char>(byte);
      i += 2;
    } else {
      text += uri[i];
    }
  }
  return text;
}

}  // namespace

std::vector<std::filesystem::path> file_parts(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> parts;
  if (path.extension() != ".gltf" && path.extension() != ".GLTF") return parts;
  // Larger files contain their buffers themselves.
  constexpr std::uintmax_t kLargest = std::uintmax_t{4} << 20;
  std::error_code error;
  if (const auto size = std::filesystem::file_size(path, error); error || size > kLargest) return parts;
  const auto bytes = io::read_regular_file(path);
  if (!bytes) return parts;
  const auto json = nlohmann::json::parse(io::as_text(*bytes), nullptr, false);
  if (!json.is_object()) return parts;
  std::set<std::filesystem::path> known;
  for (const char* list : {"buffers", "images"}) {
    const auto found = json.find(list);
    if (found == json.end() || !found->is_array()) continue;
    for (const auto& entry : *found) {
      if (!entry.is_object() || !entry.contains("uri") || !entry["uri"].is_string()) continue;
      const auto text = entry["uri"].get<std::string>();
      if (text.starts_with("data:")) continue;
      const std::filesystem::path part =
          (path.parent_path() / path_of_utf8(unescaped(text))).lexically_normal();
      if (known.insert(part).second) parts.push_back(part);
    }
  }
  return parts;
}

}  // namespace mannequin::document
