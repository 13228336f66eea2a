// A mesh of the system avatar as stored in its file (.llm): not checked against a skeleton or parameters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/math/types.h"

namespace mannequin {

// Deltas per unit of weight, one entry of each list per moved vertex. Binormals may contain non-finite
// numbers.
struct BaseMorph {
  std::string name;  // mixed case
  std::vector<std::uint32_t> vertices;
  std::vector<Vec3f> positions, normals, binormals;
  std::vector<Vec2f> uvs;
};

// A vertex on a texture seam, and its counterpart on the other side of the seam. Masks use the counterpart's
// texture coordinates.
struct VertexRemap {
  std::uint32_t source = 0, destination = 0;
};

// A level of detail has only `source`, the transform and `indices`, which refer to the vertices of
// its full mesh.
struct BaseMeshDesc {
  std::string source;            // file name
  Vec3f position{0.0f};          // metres; position, rotation and scale apply only to meshes without weights
  Vec3f rotation_degrees{0.0f};  // about X, then the fixed Y, then the fixed Z
  Vec3f scale{1.0f};
  std::vector<Vec3f> positions, normals, binormals;  // one per vertex
  std::vector<Vec2f> uvs;                            // one per vertex; v up
  // One per vertex, or empty: i + f blends the entries i and i + 1 of the mesh's render joints.
  std::vector<float> weights;
  std::vector<std::uint32_t> indices;  // three per triangle
  std::vector<std::string> skin_joints;
  std::vector<BaseMorph> morphs;
  std::vector<VertexRemap> remaps;
};

// Adds the morphs that the viewer derives from others while loading, for its physics. Source: ALGORITHM 7.3.
void add_physics_morphs(BaseMeshDesc& mesh);

// The morph that a parameter of this name moves: the morph of the same name, else of the part before
// "_Driven"; null if there is none. Source: ALGORITHM 7.4.
const BaseMorph* find_morph(const BaseMeshDesc& mesh, const std::string& name);

}  // namespace mannequin
