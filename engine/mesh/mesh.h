// A triangle mesh with faces (one per material), as readers fill it and skinners take it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/math/types.h"

namespace mannequin {

// The look of a face, as far as files define it.
struct MaterialDesc {
  std::string name;
  Vec4f base_color{0.8f, 0.8f, 0.8f, 1.0f};
  std::string texture;  // path relative to the file, empty for none
};

// A run of vertices and triangles that share a material. Indices are relative to the whole mesh.
struct FaceDesc {
  std::uint32_t material = 0;
  std::uint32_t first_vertex = 0, vertex_count = 0;
  std::uint32_t first_index = 0, index_count = 0;
};

// A sparse morph target: only the vertices it moves. Deltas in mesh space, per unit of weight; metres.
struct MorphTarget {
  std::string name;
  std::vector<std::uint32_t> vertices;  // each at most once
  std::vector<Vec3f> positions;         // one per entry of `vertices`
  std::vector<Vec3f> normals;           // one per entry, or empty for none
};

// Vertices are stored face by face. From COLLADA they are the distinct (position, normal, uv) of a face,
// in order of first use by its triangles; from glTF they are the file's own, in its order.
struct MeshDesc {
  std::string name;
  std::vector<Vec3f> positions;               // as in the file, before the bind shape; metres
  std::vector<Vec3f> normals;                 // unit, one per vertex
  std::vector<Vec2f> uvs;                     // one per vertex; v up (as in COLLADA)
  std::vector<Vec4f> tangents;                // empty, or one per vertex; w = handedness
  std::vector<std::uint32_t> source_indices;  // vertex -> index into the file's own position array
  std::vector<std::uint32_t> indices;         // three per triangle
  std::vector<FaceDesc> faces;
  std::vector<MaterialDesc> materials;
  std::vector<MorphTarget> morphs;
};

// Immutable and checked. Empty faces are allowed, empty meshes only by name. Any number of threads may read
// it.
class Mesh {
 public:
  // Fails (bad_data) on: arrays of unequal length, an index out of range, a face outside the arrays, an
  // unknown material, a position, normal, tangent or morph delta that is not finite, an extent that float32
  // cannot hold, a vertex that one morph moves twice, no triangles.
  static Result<Mesh> build(MeshDesc desc);

  // For a skin whose vertices are elsewhere, or have not arrived. Skinners cannot use it.
  static Mesh without_vertices(std::string name);

  Mesh(Mesh&&) = default;
  Mesh& operator=(Mesh&&) = default;

  // As given by the desc. Views are valid as long as the mesh.
  const std::string& name() const { return desc_.name; }
  std::size_t vertex_count() const { return desc_.positions.size(); }
  std::span<const Vec3f> positions() const;
  std::span<const Vec3f> normals() const;
  std::span<const Vec2f> uvs() const;
  std::span<const Vec4f> tangents() const;
  std::span<const std::uint32_t> source_indices() const;
  std::span<const std::uint32_t> indices() const;
  std::span<const FaceDesc> faces() const;
  std::span<const MaterialDesc> materials() const;
  std::span<const MorphTarget> morphs() const;

 private:
  Mesh() = default;
  MeshDesc desc_;
};

}  // namespace mannequin
