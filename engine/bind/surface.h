// The surface that weights are made for: each vertex once, even if texture or material seams split it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/result.h"
#include "engine/math/types.h"
#include "engine/mesh/mesh.h"

namespace mannequin {

// Bind space, metres. Filled by make_surface or by hand; the functions of engine/bind expect indices in range
// and finite positions (check_surface).
struct Surface {
  using Triangle = std::array<std::uint32_t, 3>;
  using Edge = std::array<std::uint32_t, 2>;

  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;  // counter-clockwise seen from outside
  // The edges of the file's polygons, each once, the smaller index first; excludes the diagonals of their
  // triangulation where the file has polygons.
  std::vector<Edge> edges;
};

// Which vertices to weld.
enum class Welding {
  source_index,  // those that share an entry of the file's position array (.obj, COLLADA)
  border,        // coincident ones on open borders: glTF and mesh assets split vertices at seams
};

inline constexpr std::uint32_t kNoVertex = 0xffffffff;

// A surface, and the mapping of mesh and file vertices to it.
struct WeldedSurface {
  Surface surface;
  std::vector<std::uint32_t> vertex;  // mesh vertex -> surface vertex
  // Entry of the file's position array -> surface vertex, kNoVertex for entries the mesh does not use. With
  // Welding::border the entries are those of all faces, one after the other.
  std::vector<std::uint32_t> file_vertex;
};

// `bind_shape` maps mesh space to bind space. Surface vertices keep the file's order.
WeldedSurface make_surface(const MeshDesc& mesh, const Mat4& bind_shape, Welding welding);

// Points alone, each a triangle without area: for the nearest of them.
Surface surface_of_points(std::span<const Vec3> points);

// The edges of the triangles, each once and sorted.
std::vector<Surface::Edge> triangle_edges(std::span<const Surface::Triangle> triangles);

// The edges of only one triangle, each once and sorted: where a surface ends.
std::vector<Surface::Edge> border_edges(std::span<const Surface::Triangle> triangles);

// Fails (bad_data) on an index out of range and on a position that is not finite or beyond a kilometre.
Result<void> check_surface(const Surface& surface);

// The connected part of each vertex; parts are numbered from 0 in the order of their first vertices.
struct SurfaceParts {
  std::vector<std::uint32_t> part;  // per vertex
  std::size_t count = 0;
};
// Connected by shared vertices; a vertex without triangles is a part of its own.
SurfaceParts connected_parts(std::size_t vertex_count, std::span<const Surface::Triangle> triangles);

// Of each triangle, of unit length; 0 for one without area.
std::vector<Vec3> triangle_normals(const Surface& surface);

// Per vertex the normalised mean of its triangles' unit normals; 0 where there is none.
std::vector<Vec3> vertex_normals(const Surface& surface);

}  // namespace mannequin
