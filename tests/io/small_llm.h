// Small .llm files made by hand.
#pragma once

#include <cstring>
#include <string>

#include "engine/io/file.h"
#include "engine/mesh/base_mesh.h"

namespace mannequin::test {

// Appends numbers and names as the format has them.
class LlmWriter {
 public:
  template <typename T>
  LlmWriter& put(const T& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof value);
    return *this;
  }
  LlmWriter& text(const std::string& text, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      bytes_.push_back(static_cast<std::byte>(i < text.size() ? text[i] : 0));
    return *this;
  }
  LlmWriter& header(bool weights, bool detail = false) {
    text("Linden Binary Mesh 1.0", 24);
    put<std::uint8_t>(weights).put<std::uint8_t>(detail);
    return put(Vec3f(0, 9, 0)).put(Vec3f(0)).put<std::uint8_t>(0).put(Vec3f(1));
  }
  const io::Bytes& bytes() const { return bytes_; }

 private:
  io::Bytes bytes_;
};

// A file that contains `mesh` unchanged; level of detail: only its triangles.
inline io::Bytes write_llm(const BaseMeshDesc& mesh, bool full = true) {
  LlmWriter w;
  w.header(!mesh.weights.empty());
  if (full) {
    w.put(static_cast<std::uint16_t>(mesh.positions.size()));
    for (const auto* list : {&mesh.positions, &mesh.normals, &mesh.binormals})
      for (const Vec3f& v : *list) w.put(v);
    for (const Vec2f& uv : mesh.uvs) w.put(uv);
    for (const float weight : mesh.weights) w.put(weight);
  }
  w.put(static_cast<std::uint16_t>(mesh.indices.size() / 3));
  for (const std::uint32_t index : mesh.indices) w.put(static_cast<std::uint16_t>(index));
  if (!full) return w.bytes();
  if (!mesh.weights.empty()) {
    w.put(static_cast<std::uint16_t>(mesh.skin_joints.size()));
    for (const std::string& joint : mesh.skin_joints) w.text(joint, 64);
  }
  for (const BaseMorph& morph : mesh.morphs) {
    w.text(morph.name, 64).put(static_cast<std::int32_t>(morph.vertices.size()));
    for (std::size_t i = 0; i < morph.vertices.size(); ++i)
      w.put(morph.vertices[i])
          .put(morph.positions[i])
          .put(morph.normals[i])
          .put(morph.binormals[i])
          .put(morph.uvs[i]);
  }
  w.text("End Morphs", 64).put(static_cast<std::int32_t>(mesh.remaps.size()));
  for (const VertexRemap& remap : mesh.remaps)
    w.put(static_cast<std::int32_t>(remap.source)).put(static_cast<std::int32_t>(remap.destination));
  return w.bytes();
}

// Four vertices in two triangles along the spine, with one morph of two vertices.
inline BaseMeshDesc small_llm_mesh() {
  BaseMeshDesc mesh;
  mesh.source = "small.llm";
  mesh.position = {0, 9, 0};
  mesh.positions = {{0, 0, 1}, {0, 0.1f, 1}, {0, 0, 1.2f}, {0, 0.1f, 1.2f}};
  mesh.normals.assign(4, {1, 0, 0});
  mesh.binormals.assign(4, {0, 1, 0});
  mesh.uvs = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  mesh.weights = {1.0f, 1.0f, 1.5f, 2.0f};
  mesh.indices = {0, 1, 2, 1, 3, 2};
  mesh.skin_joints = {"mTorso", "mPelvis"};
  mesh.morphs = {{"Bump",
                  {2, 3},
                  {{0.1f, 0, 0}, {0.2f, 0, 0}},
                  {{0, 1, 0}, {0, -1, 0}},
                  {{0, 0, 1}, {0, 0, 0}},
                  {{0.5f, 0}, {0, 0}}}};
  mesh.remaps = {{3, 0}};
  return mesh;
}

}  // namespace mannequin::test
