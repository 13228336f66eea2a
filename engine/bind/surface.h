// The surface that weights are made for: every vertex once, however often texture or material seams split it.
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
  // The edges of the file's polygons, each once, the smaller index first; without the diagonals that cut
  // polygons into triangles, where the file has polygons.
  std::vector<Edge> edges;
};

// Which vertices count as one.
enum class Welding {
  source_index,  // those that share an entry of the file's position array (.obj, COLLADA)
  border,        // those in one place where the surface is open: glTF and mesh assets split vertices at seams
};

inline constexpr std::uint32_t kNoVertex = 0xffffffff;

// A surface, and how the mesh and the file that it was made from number its vertices.
struct WeldedSurface {
  Surface surface;
  std::vector<std::uint32_t> vertex;  // mesh vertex -> surface vertex
  // Entry of the file's position array -> surface vertex, kNoVertex where the mesh does not use the entry.
  // With Welding::border the mesh's own vertices are the entries.
  std::vector<std::uint32_t> file_vertex;
};

// `bind_shape` leads from mesh space to bind space. Surface vertices keep the file's order.
WeldedSurface make_surface(const MeshDesc& mesh, const Mat4& bind_shape, Welding welding);

// The edges of the triangles, each once and sorted.
std::vector<Surface::Edge> triangle_edges(std::span<const Surface::Triangle> triangles);

// Fails (bad_data) on an index out of range and on a position that is not finite or beyond a kilometre.
Status check_surface(const Surface& surface);

// Which connected part each vertex belongs to, counted from 0 in the order of their first vertices.
struct SurfaceParts {
  std::vector<std::uint32_t> part;  // per vertex
  std::size_t count = 0;
};
// By shared vertices; a vertex of no triangle is a part of its own.
SurfaceParts connected_parts(std::size_t vertex_count, std::span<const Surface::Triangle> triangles);

// Per vertex the mean of the unit normals of its triangles, of unit length; 0 where there is none.
std::vector<Vec3> vertex_normals(const Surface& surface);

}  // namespace mannequin
