#include "engine/io/collada/geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/quantity.h"
#include "engine/io/collada/primitive.h"
#include "engine/mesh/normals.h"

namespace mannequin::io::collada {
namespace {

// Like the viewer's comparison: upper case, so that '_' sorts after letters.
std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
  return text;
}

// Moves the first list instead of copying it, so that a mesh of one face is never in memory twice.
template <typename T>
void append(std::vector<T>& list, std::vector<T>& more) {
  if (list.empty())
    list = std::move(more);
  else
    list.insert(list.end(), more.begin(), more.end());
}

using MaterialIndices = std::unordered_map<std::string, std::uint32_t>;

void append(MeshDesc& mesh, MaterialIndices& materials, RawFace& raw) {
  const auto [known, is_new] =
      materials.try_emplace(raw.material, static_cast<std::uint32_t>(mesh.materials.size()));
  if (is_new) mesh.materials.emplace_back().name = raw.material;
  FaceDesc face;
  face.material = known->second;
  face.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
  face.vertex_count = static_cast<std::uint32_t>(raw.positions.size());
  face.first_index = static_cast<std::uint32_t>(mesh.indices.size());
  face.index_count = static_cast<std::uint32_t>(raw.indices.size());
  for (std::uint32_t& index : raw.indices) index += face.first_vertex;
  append(mesh.positions, raw.positions);
  append(mesh.normals, raw.normals);
  append(mesh.uvs, raw.uvs);
  append(mesh.source_indices, raw.source_indices);
  append(mesh.indices, raw.indices);
  mesh.faces.push_back(face);
  raw = RawFace{};
}

// Notes about the faces, summed over them.
struct Findings {
  std::size_t without_normals = 0, without_uvs = 0, missing_uvs = 0, degenerate = 0, small_polygons = 0;

  void add(const RawFace& face) {
    without_normals += !face.has_normals;
    without_uvs += !face.has_uvs;
    missing_uvs += face.missing_uvs;
    degenerate += face.degenerate;
    small_polygons += face.small_polygons;
  }

  void report(NoteCollector& noticed, pugi::xml_node node, const std::string& mesh,
              std::size_t zero_normals) const {
    if (without_normals > 0)
      noticed.add(Severity::warning, "no_normals", node, mesh,
                  "has no normals; smooth ones were computed, export with normals to keep hard edges");
    else if (zero_normals > 0)
      noticed.add(Severity::warning, "zero_normals", node, mesh,
                  fmt::format("{} with a normal of length 0; normals were computed from the triangles",
                              quantity(zero_normals, "vertex", "vertices")));
    if (without_uvs > 0)
      noticed.add(Severity::warning, "no_uv", node, mesh,
                  "has no texture coordinates; they are 0, so textures will not show: unwrap the mesh");
    if (missing_uvs > 0)
      noticed.add(Severity::warning, "incomplete_uv", node, mesh,
                  fmt::format("{} corners with texture coordinates missing from the file; they are 0: unwrap "
                              "the mesh again",
                              missing_uvs));
    if (degenerate > 0)
      noticed.add(
          Severity::info, "degenerate_triangles", node, mesh,
          fmt::format("{} degenerate triangles that use a vertex twice; merge or delete them", degenerate));
    if (small_polygons > 0)
      noticed.add(Severity::info, "small_polygons", node, mesh,
                  fmt::format("{} polygons of fewer than three corners, ignored", small_polygons));
  }
};

void notice_skipped(NoteCollector& noticed, pugi::xml_node mesh_node, const std::string& mesh) {
  for (const char* kind : {"lines", "linestrips"})
    if (const auto node = mesh_node.child(kind))
      noticed.add(Severity::info, "skipped_primitive", node, mesh,
                  fmt::format("<{}> are not triangles; ignored", kind));
  for (const char* kind : {"tristrips", "trifans"})
    if (const auto node = mesh_node.child(kind))
      noticed.add(Severity::warning, "skipped_primitive", node, mesh,
                  fmt::format("<{}> are ignored, as in the viewer; export as triangles", kind));
}

}  // namespace

std::string element_label(pugi::xml_node element) {
  for (const char* attribute : {"name", "id"})
    if (const auto found = element.attribute(attribute); !std::string_view(found.value()).empty())
      return shortened(clean_name(found.value()), kMaxNameBytes);
  return "object";
}

Result<Geometry> read_geometry(const Document& document, Sources& sources, NoteCollector& noticed,
                               pugi::xml_node node) {
  Geometry geometry;
  geometry.node = node;
  geometry.mesh.name = element_label(node);
  const auto mesh_node = node.child("mesh");
  std::vector<RawFace> faces;
  Findings findings;
  for (const auto primitive : mesh_node.children()) {
    if (!is_triangle_primitive(primitive.name())) continue;
    auto face = read_primitive(document, sources, primitive, geometry.mesh.name);
    if (!face) return error_of(face);
    if (face->indices.empty()) continue;
    geometry.position_count = std::max(geometry.position_count, face->position_count);
    findings.add(*face);
    faces.push_back(std::move(*face));
  }
  notice_skipped(noticed, mesh_node, geometry.mesh.name);

  // Keys are computed once: computing them in every comparison would cost more than the sort.
  std::vector<std::pair<std::string, std::size_t>> order;
  for (std::size_t i = 0; i < faces.size(); ++i) order.emplace_back(upper_case(faces[i].material), i);
  std::sort(order.begin(), order.end());  // equal materials stay in file order
  MaterialIndices materials;
  for (const auto& [key, i] : order) append(geometry.mesh, materials, faces[i]);
  const std::size_t zero_normals = finish_normals(geometry.mesh);
  findings.report(noticed, node, geometry.mesh.name, zero_normals);
  return geometry;
}

}  // namespace mannequin::io::collada
