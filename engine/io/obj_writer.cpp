#include "engine/io/obj_writer.h"

#include <fmt/format.h>

#include "engine/io/float_text.h"
#include "engine/io/own_obj.h"

namespace mannequin::io {
namespace {

// Names end at a space in OBJ, and a line break would begin another statement.
std::string one_word(std::string name) {
  for (char& letter : name)
    if (static_cast<unsigned char>(letter) <= ' ') letter = '_';
  return name.empty() ? "unnamed" : name;
}

template <typename V>
void append_line(std::string& text, const char* keyword, const V& v) {
  text += keyword;
  for (int i = 0; i < V::length(); ++i) {
    text += ' ';
    append_float(text, v[i]);
  }
  text += '\n';
}

// OBJ indices begin at 1, for the whole file, separately for each kind.
struct Counts {
  std::size_t vertices = 1, uvs = 1;
};

void append_faces(std::string& text, const PosedMesh& mesh, const Counts& first) {
  for (const FaceDesc& face : mesh.faces) {
    if (face.index_count == 0) continue;
    if (face.material < mesh.materials.size())
      fmt::format_to(std::back_inserter(text), "usemtl {}\n", one_word(mesh.materials[face.material].name));
    for (std::uint32_t i = 0; i < face.index_count; i += 3) {
      text += 'f';
      for (std::uint32_t k = 0; k < 3; ++k) {
        const std::size_t index = mesh.indices[face.first_index + i + k], vertex = first.vertices + index;
        if (mesh.uvs.empty())
          fmt::format_to(std::back_inserter(text), " {0}//{0}", vertex);
        else
          fmt::format_to(std::back_inserter(text), " {0}/{1}/{0}", vertex, first.uvs + index);
      }
      text += '\n';
    }
  }
}

}  // namespace

Result<std::string> write_obj(std::span<const PosedMesh> meshes) {
  std::string text = std::string(kOwnObjLine) + '\n';
  Counts first;
  for (const PosedMesh& mesh : meshes) {
    if (auto checked = check_posed_mesh(mesh); !checked) return error_of(checked);
    text += "o " + one_word(mesh.name) + '\n';
    for (const Vec3f& p : mesh.positions) append_line(text, "v", p);
    for (const Vec2f& uv : mesh.uvs) append_line(text, "vt", uv);
    for (const Vec3f& n : mesh.normals) append_line(text, "vn", n);
    append_faces(text, mesh, first);
    first.vertices += mesh.positions.size();
    first.uvs += mesh.uvs.size();
  }
  return text;
}

}  // namespace mannequin::io
