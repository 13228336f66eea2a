#include "tools/preview/mesh_drawable.h"

#include <algorithm>
#include <utility>

namespace mannequin::preview {
namespace {

Vec3f linear_color(const Vec4f& given, bool srgb) {
  const Vec3f color = glm::clamp(Vec3f(given), 0.0f, 1.0f);
  // No real surface is quite white or black.
  return glm::mix(Vec3f(0.03f), Vec3f(0.8f), srgb ? glm::pow(color, Vec3f(2.2f)) : color);
}

enum Attribute : GLuint { kPosition = 0, kNormal = 1, kOpenness = 2 };

}  // namespace

Result<MeshDrawable> MeshDrawable::create(const Mesh& mesh, bool srgb_colors) {
  MeshDrawable made;
  made.vertex_count_ = static_cast<std::uint32_t>(mesh.vertex_count());
  made.index_count_ = static_cast<GLsizei>(mesh.indices().size());
  auto indices = GlBuffer::create(mesh.indices().size_bytes(), mesh.indices().data(), 0, "triangles");
  if (!indices) return tl::make_unexpected(indices.error());
  made.indices_ = std::move(*indices);
  const std::vector<float> open(mesh.vertex_count(), 1.0f);
  for (GlBuffer& openness : made.openness_) {
    auto buffer = GlBuffer::create(open.size() * sizeof(float), open.data(), 0, "openness");
    if (!buffer) return tl::make_unexpected(buffer.error());
    openness = std::move(*buffer);
  }
  made.vertex_array_ = GlVertexArray::create();
  const GLuint array = made.vertex_array_.id();
  glVertexArrayElementBuffer(array, made.indices_.id());
  glVertexArrayAttribFormat(array, kPosition, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribFormat(array, kNormal, 3, GL_FLOAT, GL_FALSE, 3 * sizeof(float));
  glVertexArrayAttribFormat(array, kOpenness, 1, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(array, kPosition, 0);
  glVertexArrayAttribBinding(array, kNormal, 0);
  glVertexArrayAttribBinding(array, kOpenness, 1);
  for (const GLuint attribute : {kPosition, kNormal, kOpenness}) glEnableVertexArrayAttrib(array, attribute);
  glVertexArrayVertexBuffer(array, 1, made.openness_[0].id(), 0, sizeof(float));
  for (const FaceDesc& face : mesh.faces()) {
    if (face.index_count == 0) continue;
    made.faces_.push_back({static_cast<GLsizei>(face.index_count), face.first_index * sizeof(std::uint32_t),
                           linear_color(mesh.materials()[face.material].base_color, srgb_colors)});
  }
  return made;
}

void MeshDrawable::set_vertices(GLuint buffer, GLintptr offset, GLsizei stride) {
  vertices_ = buffer;
  glVertexArrayVertexBuffer(vertex_array_.id(), 0, buffer, offset, stride);
}

void MeshDrawable::show_openness() {
  std::swap(openness_[0], openness_[1]);
  glVertexArrayVertexBuffer(vertex_array_.id(), 1, openness_[0].id(), 0, sizeof(float));
}

}  // namespace mannequin::preview
