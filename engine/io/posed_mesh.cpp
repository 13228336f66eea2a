#include "engine/io/posed_mesh.h"

#include <fmt/format.h>

#include "engine/math/finite.h"

namespace mannequin::io {
Status check_posed_mesh(const PosedMesh& mesh) {
  const std::string where = fmt::format("mesh '{}'", mesh.name);
  const std::size_t count = mesh.positions.size();
  if (mesh.normals.size() != count || (!mesh.uvs.empty() && mesh.uvs.size() != count) ||
      (!mesh.source_indices.empty() && mesh.source_indices.size() != count) ||
      (!mesh.morphed_positions.empty() && mesh.morphed_positions.size() != count) ||
      mesh.morphed_normals.size() != mesh.morphed_positions.size())
    return fail(ErrorCode::bad_data, where,
                "positions, normals, texture coordinates or source indices differ in number");
  for (std::size_t v = 0; v < count; ++v) {
    const char* wrong = !(glm::length(Vec3(mesh.positions[v])) < kFarthestVertex) ? "position"
                        : !mesh.uvs.empty() && !is_finite(mesh.uvs[v])            ? "texture coordinate"
                                                                                  : nullptr;
    if (wrong != nullptr)
      return fail(ErrorCode::bad_data, fmt::format("{}, vertex {}", where, v),
                  fmt::format("its {} is not a finite number, or infinitely far away, and cannot be stored; "
                              "correct the mesh or the pose",
                              wrong));
  }
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const FaceDesc& face = mesh.faces[f];
    const std::string place = fmt::format("{}, face {}", where, f);
    if (face.first_vertex > count || face.vertex_count > count - face.first_vertex ||
        face.first_index > mesh.indices.size() || face.index_count > mesh.indices.size() - face.first_index ||
        face.index_count % 3 != 0)
      return fail(ErrorCode::bad_data, place, "reaches beyond the arrays of its mesh");
    for (const std::uint32_t index : mesh.indices.subspan(face.first_index, face.index_count))
      if (index < face.first_vertex || index - face.first_vertex >= face.vertex_count)
        return fail(ErrorCode::bad_data, place,
                    fmt::format("uses vertex {}, which belongs to another face", index));
  }
  return {};
}

}  // namespace mannequin::io
