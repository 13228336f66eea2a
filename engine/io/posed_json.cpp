#include "engine/io/posed_json.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/io/float_text.h"

namespace mannequin::io {
namespace {

void append_number(std::string& text, std::uint32_t value) {
  char digits[16];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_number(std::string& text, const Vec3f& v) {
  append_float(text, v.x);
  text += ',';
  append_float(text, v.y);
  text += ',';
  append_float(text, v.z);
}

template <typename T>
void append_list(std::string& text, const char* key, std::span<const T> values) {
  text += ",\"";
  text += key;
  text += "\":[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ',';
    append_number(text, values[i]);
  }
  text += ']';
}

}  // namespace

Result<std::string> write_posed_json(std::span<const PosedMesh> meshes) {
  std::string text = "[";
  for (const PosedMesh& mesh : meshes) {
    if (auto checked = check_posed_mesh(mesh); !checked) return error_of(checked);
    if (text.size() > 1) text += ',';
    text += "{\"name\":" +
            nlohmann::json(mesh.name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    append_list(text, "positions", mesh.positions);
    append_list(text, "normals", mesh.normals);
    append_list(text, "source_indices", mesh.source_indices);
    if (!mesh.morphed_positions.empty()) {
      append_list(text, "morphed_positions", mesh.morphed_positions);
      append_list(text, "morphed_normals", mesh.morphed_normals);
    }
    text += '}';
  }
  return text + ']';
}

}  // namespace mannequin::io
