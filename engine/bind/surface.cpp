#include "engine/bind/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace mannequin {
namespace {

constexpr double kFarthest = 1000.0;  // metres; beyond, float32 rays lose a tenth of a millimetre

// Disjoint sets of vertices; each is named by its smallest member.
class VertexSets {
 public:
  explicit VertexSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

bool is_proper(const Surface::Triangle& t) { return t[0] != t[1] && t[1] != t[2] && t[2] != t[0]; }

// Vertices on edges that belong to one triangle only.
std::vector<bool> border_vertices(const MeshDesc& mesh) {
  std::vector<Surface::Edge> edges;
  edges.reserve(mesh.indices.size());
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.indices[i + k], b = mesh.indices[i + (k + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b)});
    }
  std::sort(edges.begin(), edges.end());
  std::vector<bool> border(mesh.positions.size());
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i + 1;
    while (end < edges.size() && edges[end] == edges[i]) ++end;
    if (end == i + 1) border[edges[i][0]] = border[edges[i][1]] = true;
    i = end;
  }
  return border;
}

// Numbers the sets by their first members.
std::vector<std::uint32_t> numbered(VertexSets& sets, std::size_t count) {
  std::vector<std::uint32_t> number(count), out(count);
  std::uint32_t next = 0;
  for (std::uint32_t v = 0; v < count; ++v) {
    const std::uint32_t set = sets.find(v);
    if (set == v) number[v] = next++;
    out[v] = number[set];
  }
  return out;
}

// Each vertex's place among the file's own, face after face: without normals, a reader makes several of one.
std::vector<std::uint32_t> file_entries(const MeshDesc& mesh) {
  std::vector<std::uint32_t> entries(mesh.positions.size());
  std::iota(entries.begin(), entries.end(), 0u);
  if (mesh.source_indices.size() != entries.size()) return entries;
  std::uint32_t first = 0;
  for (const FaceDesc& face : mesh.faces) {
    std::uint32_t count = 0;
    for (std::size_t v = face.first_vertex;
         v < std::min(entries.size(), std::size_t{face.first_vertex} + face.vertex_count); ++v) {
      entries[v] = first + mesh.source_indices[v];
      count = std::max(count, mesh.source_indices[v] + 1);
    }
    first += count;
  }
  return entries;
}

std::vector<std::uint32_t> weld_border(const MeshDesc& mesh, std::span<const std::uint32_t> entries) {
  const std::vector<bool> border = border_vertices(mesh);
  std::vector<std::uint32_t> order;
  for (std::uint32_t v = 0; v < mesh.positions.size(); ++v)
    if (border[v]) order.push_back(v);
  const auto place = [&](std::uint32_t v) {
    const Vec3f& p = mesh.positions[v];
    return std::tuple(p.x, p.y, p.z);
  };
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(place(a), a) < std::tuple(place(b), b);
  });
  VertexSets sets(mesh.positions.size());
  for (std::size_t i = 1; i < order.size(); ++i)
    if (place(order[i]) == place(order[i - 1])) sets.join(order[i - 1], order[i]);
  std::vector<std::uint32_t> first;  // vertex of each entry
  for (std::uint32_t v = 0; v < entries.size(); ++v) {
    if (entries[v] >= first.size()) first.resize(std::size_t{entries[v]} + 1, kNoVertex);
    if (first[entries[v]] == kNoVertex)
      first[entries[v]] = v;
    else if (place(first[entries[v]]) == place(v))
      sets.join(first[entries[v]], v);
  }
  return numbered(sets, mesh.positions.size());
}

// Each edge as often as triangles have it, the smaller index first.
std::vector<Surface::Edge> sorted_edges(std::span<const Surface::Triangle> triangles) {
  std::vector<Surface::Edge> edges;
  edges.reserve(triangles.size() * 3);
  for (const Surface::Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      if (a != b) edges.push_back({std::min(a, b), std::max(a, b)});
    }
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace

Surface surface_of_points(std::span<const Vec3> points) {
  Surface out{{points.begin(), points.end()}, {}, {}};
  for (std::uint32_t v = 0; v < points.size(); ++v) out.triangles.push_back({v, v, v});
  return out;
}

std::vector<Surface::Edge> triangle_edges(std::span<const Surface::Triangle> triangles) {
  std::vector<Surface::Edge> edges = sorted_edges(triangles);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

std::vector<Surface::Edge> border_edges(std::span<const Surface::Triangle> triangles) {
  const std::vector<Surface::Edge> edges = sorted_edges(triangles);
  std::vector<Surface::Edge> border;
  for (auto first = edges.begin(); first != edges.end();) {
    const auto next = std::upper_bound(first, edges.end(), *first);
    if (next - first == 1) border.push_back(*first);
    first = next;
  }
  return border;
}

WeldedSurface make_surface(const MeshDesc& mesh, const Mat4& bind_shape, Welding welding) {
  WeldedSurface out;
  if (welding == Welding::border) {
    const std::vector<std::uint32_t> entries = file_entries(mesh);
    out.vertex = weld_border(mesh, entries);
    for (std::size_t v = 0; v < entries.size(); ++v) {
      if (entries[v] >= out.file_vertex.size())
        out.file_vertex.resize(std::size_t{entries[v]} + 1, kNoVertex);
      out.file_vertex[entries[v]] = out.vertex[v];
    }
  } else {
    for (const std::uint32_t entry : mesh.source_indices)
      if (entry >= out.file_vertex.size()) out.file_vertex.resize(std::size_t{entry} + 1, kNoVertex);
    for (const std::uint32_t entry : mesh.source_indices) out.file_vertex[entry] = 0;
    std::uint32_t next = 0;
    for (std::uint32_t& vertex : out.file_vertex)
      if (vertex != kNoVertex) vertex = next++;
    for (const std::uint32_t entry : mesh.source_indices) out.vertex.push_back(out.file_vertex[entry]);
  }
  std::uint32_t count = 0;
  for (const std::uint32_t v : out.vertex) count = std::max(count, v + 1);
  out.surface.positions.resize(count, Vec3(0.0));
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    out.surface.positions[out.vertex[v]] = Vec3(bind_shape * Vec4(Vec3(mesh.positions[v]), 1.0));
  out.surface.triangles.reserve(mesh.indices.size() / 3);
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
    out.surface.triangles.push_back(
        {out.vertex[mesh.indices[i]], out.vertex[mesh.indices[i + 1]], out.vertex[mesh.indices[i + 2]]});
  // A bind shape that mirrors turns the surface inside out.
  if (glm::determinant(Mat3(bind_shape)) < 0.0)
    for (Surface::Triangle& t : out.surface.triangles) std::swap(t[1], t[2]);
  out.surface.edges = triangle_edges(out.surface.triangles);
  return out;
}

Status check_surface(const Surface& surface) {
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    const Vec3& p = surface.positions[v];
    if (!(std::abs(p.x) < kFarthest && std::abs(p.y) < kFarthest && std::abs(p.z) < kFarthest))
      return fail(
          ErrorCode::bad_data, fmt::format("vertex {}", v),
          "is a kilometre or more from the origin, or not finite; the mesh is probably not in metres: "
          "scale it, or use --mesh-scale for an .obj");
  }
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    for (const std::uint32_t v : surface.triangles[t])
      if (v >= surface.positions.size())
        return fail(ErrorCode::bad_data, fmt::format("triangle {}", t),
                    fmt::format("names vertex {} of {}; export the mesh again", v, surface.positions.size()));
  return {};
}

SurfaceParts connected_parts(std::size_t vertex_count, std::span<const Surface::Triangle> triangles) {
  VertexSets sets(vertex_count);
  for (const Surface::Triangle& t : triangles) {
    sets.join(t[0], t[1]);
    sets.join(t[0], t[2]);
  }
  SurfaceParts out;
  out.part = numbered(sets, vertex_count);
  for (const std::uint32_t part : out.part) out.count = std::max<std::size_t>(out.count, part + 1);
  return out;
}

std::vector<Vec3> triangle_normals(const Surface& surface) {
  std::vector<Vec3> normals;
  normals.reserve(surface.triangles.size());
  for (const Surface::Triangle& t : surface.triangles) {
    const Vec3 &a = surface.positions[t[0]], &b = surface.positions[t[1]], &c = surface.positions[t[2]];
    const Vec3 normal = glm::cross(b - a, c - a);
    const double length = glm::length(normal);
    normals.push_back(is_proper(t) && length > 0.0 ? normal / length : Vec3(0.0));
  }
  return normals;
}

std::vector<Vec3> vertex_normals(const Surface& surface) {
  std::vector<Vec3> normals(surface.positions.size(), Vec3(0.0));
  const std::vector<Vec3> faces = triangle_normals(surface);
  for (std::size_t t = 0; t < faces.size(); ++t)
    for (const std::uint32_t v : surface.triangles[t]) normals[v] += faces[t];
  for (Vec3& normal : normals) {
    const double length = glm::length(normal);
    if (length > 0.0) normal /= length;
  }
  return normals;
}

}  // namespace mannequin
