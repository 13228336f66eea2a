// <geometry><mesh> as a MeshDesc: corners merged into vertices, one face per primitive element.
#pragma once

#include <string>

#include "engine/io/collada/document.h"
#include "engine/io/collada/numbers.h"
#include "engine/mesh/mesh.h"

namespace mannequin::io::collada {

struct Geometry {
  pugi::xml_node node;
  MeshDesc mesh;                   // no indices: the geometry has no triangles
  std::size_t position_count = 0;  // entries of the file's position array, used or not
};

// The name, else the id, else "object"; spaces as underscores.
std::string element_label(pugi::xml_node element);

// Merges corners of equal position, normal and uv (float32) within a primitive element and numbers
// vertices in order of first use; sorts faces by material ignoring case. Degenerate triangles are kept, so
// that the numbering is the viewer's, and noted. Without normals smooth ones are computed; missing uvs are
// 0. Fails (bad_data) on missing inputs, mismatched counts, and indices out of range. Source: mesh oracle
// 4, 6, 9.
Result<Geometry> read_geometry(const Document& document, Sources& sources, NoteCollector& noticed,
                               pugi::xml_node node);

}  // namespace mannequin::io::collada
