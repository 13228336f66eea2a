// Small meshes for the tests of readers and writers.
#pragma once

#include "engine/io/posed_mesh.h"
#include "engine/mesh/skin.h"

namespace mannequin::test {

// A strip of eight vertices along Y (so that the axes show), in two faces of four, weighted from one joint to
// another.
inline BoundMeshDesc two_joint_strip() {
  BoundMeshDesc bound;
  MeshDesc& mesh = bound.mesh;
  mesh.name = "strip";
  SkinDesc& skin = bound.skin;
  skin.influence_begin.push_back(0);
  for (std::uint32_t v = 0; v < 8; ++v) {
    const float along = 0.1f + 0.07f * static_cast<float>(v / 2), side = static_cast<float>(v % 2);
    mesh.positions.push_back({0.013f * side, along, 1.5f + 0.31f * side});
    mesh.normals.push_back(glm::normalize(Vec3f(1.0f, 0.2f * side, 0.1f)));
    mesh.uvs.push_back({0.125f * static_cast<float>(v / 2), 0.25f * side});
    mesh.tangents.push_back(Vec4f(glm::normalize(Vec3f(0.0f, 1.0f, 0.3f)), v < 4 ? 1.0f : -1.0f));
    mesh.source_indices.push_back(v % 4);
    const float weight = 0.25f * static_cast<float>(v % 4);
    if (weight < 1.0f) skin.influences.push_back({0, 1.0f - weight});
    if (weight > 0.0f) skin.influences.push_back({1, weight});
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
  }
  mesh.indices = {0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7};
  mesh.faces = {{0, 0, 4, 0, 6}, {1, 4, 4, 6, 6}};
  mesh.materials = {{"cloth", {0.2f, 0.4f, 0.6f, 1.0f}, ""},
                    {"trim", {0.9f, 0.1f, 0.1f, 0.5f}, "trim 1.png"}};
  skin.joint_names = {"mShoulderLeft", "mElbowLeft"};
  Mat4 shoulder(1.0), elbow(1.0);
  shoulder[3] = Vec4(0.021, -0.085, -1.5, 1.0);
  elbow[0] = Vec4(0.0, 2.0, 0.0, 0.0);
  elbow[1] = Vec4(-0.5, 0.0, 0.0, 0.0);
  elbow[3] = Vec4(0.3, -0.2, -1.25, 1.0);
  skin.inverse_binds = {shoulder, elbow};
  return bound;
}

inline io::PosedMesh view(const MeshDesc& mesh) {
  io::PosedMesh posed;
  posed.name = mesh.name;
  posed.positions = mesh.positions;
  posed.normals = mesh.normals;
  posed.uvs = mesh.uvs;
  posed.indices = mesh.indices;
  posed.faces = mesh.faces;
  posed.materials = mesh.materials;
  posed.source_indices = mesh.source_indices;
  return posed;
}

}  // namespace mannequin::test
