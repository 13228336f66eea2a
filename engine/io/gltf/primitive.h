// One primitive of a glTF mesh: vertices, triangles, influences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/gltf/document.h"
#include "engine/math/types.h"
#include "engine/mesh/skin.h"

namespace mannequin::io {

// Properties of a mesh node, shared by its primitives.
struct PrimitivePlace {
  Mat4 world_from_mesh{1.0};              // the identity for skinned meshes
  std::vector<double> morph_weights;      // of the node, else of the mesh
  std::vector<std::string> target_names;  // of the mesh
  std::size_t joint_count = 0;            // 0: no skin
  std::string where;                      // "hat.glb: meshes[0].primitives[1]"
};

// In the avatar's frame. Normals are always present.
struct PrimitiveData {
  std::vector<Vec3f> positions, normals;
  std::vector<Vec2f> uvs;
  std::vector<Vec4f> tangents;         // or empty
  std::vector<Vec4f> colors;           // linear, 0..1; or empty
  std::vector<std::uint32_t> sources;  // vertex -> element of the POSITION accessor
  std::vector<std::uint32_t> indices;  // three per triangle
  std::vector<std::uint32_t> influence_begin;
  std::vector<InfluenceDesc> influences;
  std::vector<MorphTarget> morphs;  // those that follow a parameter (parameter_morph.h)
};

// C of the glTF format notes: (x, y, z) -> (x, -z, y).
Mat4 ours_from_gltf();

// Whether it has joints and weights.
bool has_influences(const GltfPrimitive& primitive);

// Reads triangles, strips and fans; empty (with a note) for lines and points. `budget`: how many more bytes
// of vertices and indices this file may expand to; small files can use the same data many times.
Result<PrimitiveData> read_primitive(const GltfDocument& document, const GltfPrimitive& primitive,
                                     const PrimitivePlace& place, std::size_t& budget, Notes& notes);

}  // namespace mannequin::io
