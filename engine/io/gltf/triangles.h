// Triangle lists from what a glTF primitive has, and normals for vertices that have none.
#pragma once

#include "engine/io/gltf/primitive.h"

namespace mannequin::io {

// Three indices per triangle; strips and fans unrolled with every triangle facing as the first.
Result<std::vector<std::uint32_t>> read_triangles(const GltfDocument& document,
                                                  const tinygltf::Primitive& primitive,
                                                  std::size_t vertex_count, const std::string& where,
                                                  Notes& notes);

// A primitive without normals gets those of its triangles: vertices are then distinct (source, normal),
// numbered in order of first use, and tangents, which would have no meaning, go. Single normals of length 0
// get the average of their triangles in place.
void mend_normals(PrimitiveData& data, const std::string& where, Notes& notes);

}  // namespace mannequin::io
