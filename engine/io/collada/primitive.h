// One primitive element of a mesh: <triangles>, <polylist> or <polygons>.
#pragma once

#include <string>
#include <vector>

#include "engine/io/collada/numbers.h"

namespace mannequin::io::collada {

// A face before sorting. Normals are as in the file, not yet normalised; all 0 if it
// has none.
struct RawFace {
  pugi::xml_node node;
  std::string material;
  std::vector<Vec3f> positions, normals;
  std::vector<Vec2f> uvs;
  std::vector<std::uint32_t> source_indices;
  std::vector<std::uint32_t> indices;
  std::size_t position_count = 0;  // of the position array
  std::size_t missing_uvs = 0;     // corners whose uv is missing from the file
  std::size_t degenerate = 0;      // triangles that use a vertex twice
  std::size_t small_polygons = 0;  // polygons of fewer than three corners, which are ignored
  bool has_normals = false, has_uvs = false;
};

// Whether read_primitive supports the element.
bool is_triangle_primitive(std::string_view element);

Result<RawFace> read_primitive(const Document& document, Sources& sources, pugi::xml_node primitive,
                               const std::string& mesh);

}  // namespace mannequin::io::collada
