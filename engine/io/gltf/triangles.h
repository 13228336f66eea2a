// Triangle lists from a glTF primitive, and normals for vertices without them.
#pragma once

#include "engine/io/gltf/primitive.h"

namespace mannequin::io {

// Whether each corner after the second makes a triangle, as in a strip or a fan.
bool unrolls(const GltfPrimitive& primitive);

// Three indices per triangle; strips and fans are unrolled with every triangle facing like the first.
Result<std::vector<std::uint32_t>> read_triangles(const GltfDocument& document,
                                                  const GltfPrimitive& primitive, std::size_t vertex_count,
                                                  const std::string& where, Notes& notes);

// A primitive without normals gets those of its triangles: vertices are then
// distinct (source, normal), numbered in order of first use, and tangents, now
// meaningless, are dropped. Single normals of length 0 are replaced by the average
// of their triangles. If there would be more than `most_vertices`, all are averaged.
void mend_normals(PrimitiveData& data, std::size_t most_vertices, const std::string& where, Notes& notes);

}  // namespace mannequin::io
