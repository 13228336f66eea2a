#include "engine/mesh/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

// Checks one mesh; each step assumes that the previous ones passed.
class MeshCheck {
 public:
  explicit MeshCheck(const MeshDesc& desc) : desc_(desc) {}

  Status lengths() const {
    const std::size_t count = desc_.positions.size();
    if (count > std::numeric_limits<std::uint32_t>::max() ||
        desc_.indices.size() > std::numeric_limits<std::uint32_t>::max())
      return bad("", "has more vertices or triangles than 32 bits can number; split it");
    const auto same = [&](std::size_t size, const char* what, bool optional) -> Status {
      if (size == count || (optional && size == 0)) return {};
      return bad("", fmt::format("has {} {} for {} positions; every vertex needs one", size, what, count));
    };
    return same(desc_.normals.size(), "normals", false)
        .and_then([&] { return same(desc_.uvs.size(), "texture coordinates", false); })
        .and_then([&] { return same(desc_.tangents.size(), "tangents", true); })
        .and_then([&] { return same(desc_.source_indices.size(), "source indices", true); });
  }

  Status triangles() const {
    if (desc_.indices.empty())
      return bad("", "has no triangles; there is nothing to draw, export the model as a mesh");
    if (desc_.indices.size() % 3 != 0)
      return bad("", fmt::format("has {} indices, not a multiple of three; the last triangle is incomplete",
                                 desc_.indices.size()));
    const std::size_t count = desc_.positions.size();
    const auto out =
        std::find_if(desc_.indices.begin(), desc_.indices.end(), [&](std::uint32_t i) { return i >= count; });
    if (out != desc_.indices.end())
      return bad(fmt::format(", triangle {}", (out - desc_.indices.begin()) / 3),
                 fmt::format("refers to vertex {}, but there are only {} (numbered from 0)", *out, count));
    return {};
  }

  Status faces() const {
    for (std::size_t i = 0; i < desc_.faces.size(); ++i) {
      const FaceDesc& face = desc_.faces[i];
      const std::string where = fmt::format(", face {}", i);
      if (face.material >= desc_.materials.size())
        return bad(where, fmt::format("has material {}, but there are only {}", face.material,
                                      desc_.materials.size()));
      const auto inside = [](std::size_t first, std::size_t count, std::size_t size) {
        return first <= size && count <= size - first;
      };
      if (!inside(face.first_vertex, face.vertex_count, desc_.positions.size()) ||
          !inside(face.first_index, face.index_count, desc_.indices.size()))
        return bad(where,
                   fmt::format("covers vertices {}+{} and indices {}+{}, beyond the {} and {} of the mesh",
                               face.first_vertex, face.vertex_count, face.first_index, face.index_count,
                               desc_.positions.size(), desc_.indices.size()));
      for (std::size_t k = face.first_index; k < face.first_index + std::size_t{face.index_count}; ++k)
        if (desc_.indices[k] < face.first_vertex || desc_.indices[k] - face.first_vertex >= face.vertex_count)
          return bad(where, fmt::format("uses vertex {}, which is not among its own {}+{}", desc_.indices[k],
                                        face.first_vertex, face.vertex_count));
    }
    return {};
  }

  Status numbers() const {
    for (std::size_t v = 0; v < desc_.positions.size(); ++v) {
      const char* what = !is_finite(desc_.positions[v])                                    ? "position"
                         : !is_finite(desc_.normals[v])                                    ? "normal"
                         : !desc_.tangents.empty() && !is_finite(Vec3f(desc_.tangents[v])) ? "tangent"
                                                                                           : nullptr;
      if (what != nullptr)
        return bad(fmt::format(", vertex {}", v),
                   fmt::format("has a {} that is not finite; repair the model there", what));
    }
    return extent();
  }

  // Centre and size of every mesh must be finite in float32.
  Status extent() const {
    if (desc_.positions.empty()) return {};
    Vec3f low = desc_.positions.front(), high = low;
    for (const Vec3f& position : desc_.positions) {
      low = glm::min(low, position);
      high = glm::max(high, position);
    }
    if (is_finite(high - low) && is_finite(high + low)) return {};
    return bad("", "is too large or too far away for single precision; repair the model, or scale it down");
  }

  Status morphs() const {
    for (const MorphTarget& morph : desc_.morphs) {
      const std::string where = fmt::format(", morph '{}'", morph.name);
      if (morph.positions.size() != morph.vertices.size() ||
          (!morph.normals.empty() && morph.normals.size() != morph.vertices.size()))
        return bad(where,
                   fmt::format("moves {} vertices with {} position and {} normal deltas; each needs one",
                               morph.vertices.size(), morph.positions.size(), morph.normals.size()));
      std::vector<bool> moved(desc_.positions.size());
      for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
        const std::uint32_t v = morph.vertices[i];
        if (v >= moved.size())
          return bad(where, fmt::format("moves vertex {}, but there are only {} (numbered from 0)", v,
                                        moved.size()));
        if (moved[v]) return bad(where, fmt::format("moves vertex {} twice; sum its deltas", v));
        moved[v] = true;
        if (!is_finite(morph.positions[i]) || (!morph.normals.empty() && !is_finite(morph.normals[i])))
          return bad(where, fmt::format("moves vertex {} by a delta that is not finite", v));
      }
    }
    return {};
  }

 private:
  Status bad(const std::string& place, std::string what) const {
    return fail(ErrorCode::bad_data, fmt::format("mesh '{}'{}", desc_.name, place), std::move(what));
  }

  const MeshDesc& desc_;
};

}  // namespace

Result<Mesh> Mesh::build(MeshDesc desc) {
  const MeshCheck check(desc);
  const Status status = check.lengths()
                            .and_then([&] { return check.triangles(); })
                            .and_then([&] { return check.faces(); })
                            .and_then([&] { return check.numbers(); })
                            .and_then([&] { return check.morphs(); });
  if (!status) return error_of(status);
  Mesh mesh;
  mesh.desc_ = std::move(desc);
  if (mesh.desc_.source_indices.empty()) {
    // Generated rather than read: the vertices are their own source.
    mesh.desc_.source_indices.resize(mesh.desc_.positions.size());
    std::iota(mesh.desc_.source_indices.begin(), mesh.desc_.source_indices.end(), 0u);
  }
  return mesh;
}

Mesh Mesh::without_vertices(std::string name) {
  Mesh mesh;
  mesh.desc_.name = std::move(name);
  return mesh;
}

std::span<const Vec3f> Mesh::positions() const { return desc_.positions; }
std::span<const Vec3f> Mesh::normals() const { return desc_.normals; }
std::span<const Vec2f> Mesh::uvs() const { return desc_.uvs; }
std::span<const Vec4f> Mesh::tangents() const { return desc_.tangents; }
std::span<const std::uint32_t> Mesh::source_indices() const { return desc_.source_indices; }
std::span<const std::uint32_t> Mesh::indices() const { return desc_.indices; }
std::span<const FaceDesc> Mesh::faces() const { return desc_.faces; }
std::span<const MaterialDesc> Mesh::materials() const { return desc_.materials; }
std::span<const MorphTarget> Mesh::morphs() const { return desc_.morphs; }

}  // namespace mannequin
