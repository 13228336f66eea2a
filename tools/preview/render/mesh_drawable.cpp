#include "tools/preview/render/mesh_drawable.h"

#include <algorithm>
#include <utility>

namespace mannequin::preview {
namespace {

Vec3f linear_color(const Vec4f& given, bool srgb) {
  const Vec3f color = glm::clamp(Vec3f(given), 0.0f, 1.0f);
  // No real surface is quite white or black.
  return glm::mix(Vec3f(0.03f), Vec3f(0.8f), srgb ? glm::pow(color, Vec3f(2.2f)) : color);
}

// Of attributes and of the buffers that they come from.
enum Attribute : GLuint { kPosition = 0, kNormal = 1, kOpenness = 2, kPaint = 3 };

}  // namespace

Result<MeshDrawable> MeshDrawable::create(const Mesh& mesh, std::span<const std::uint32_t> places,
                                          bool srgb_colors) {
  MeshDrawable made;
  made.place_count_ = 1 + *std::ranges::max_element(places);
  made.index_count_ = static_cast<GLsizei>(mesh.indices().size());
  std::vector<std::uint32_t> place_indices;
  place_indices.reserve(mesh.indices().size());
  for (const std::uint32_t vertex : mesh.indices()) place_indices.push_back(places[vertex]);
  auto indices =
      GlBuffer::create(place_indices.size() * sizeof(std::uint32_t), place_indices.data(), 0, "triangles");
  if (!indices) return tl::make_unexpected(indices.error());
  made.indices_ = std::move(*indices);
  const std::vector<float> open(made.place_count_, 1.0f);
  for (GlBuffer& openness : made.openness_) {
    auto buffer = GlBuffer::create(open.size() * sizeof(float), open.data(), 0, "openness");
    if (!buffer) return tl::make_unexpected(buffer.error());
    openness = std::move(*buffer);
  }
  made.vertex_array_ = GlVertexArray::create();
  const GLuint array = made.vertex_array_.id();
  glVertexArrayElementBuffer(array, made.indices_.id());
  glVertexArrayAttribFormat(array, kPosition, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribFormat(array, kNormal, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribFormat(array, kOpenness, 1, GL_FLOAT, GL_FALSE, 0);
  for (const GLuint attribute : {kPosition, kNormal, kOpenness}) {
    glVertexArrayAttribBinding(array, attribute, attribute);
    glEnableVertexArrayAttrib(array, attribute);
  }
  glVertexArrayVertexBuffer(array, kOpenness, made.openness_[0].id(), 0, sizeof(float));
  for (const FaceDesc& face : mesh.faces()) {
    if (face.index_count == 0) continue;
    made.faces_.push_back({static_cast<GLsizei>(face.index_count), face.first_index * sizeof(std::uint32_t),
                           linear_color(mesh.materials()[face.material].base_color, srgb_colors)});
  }
  return made;
}

void MeshDrawable::set_skinned(const SkinnedPlaces& skinned) {
  skinned_ = skinned;
  constexpr GLsizei kStride = 3 * sizeof(float);
  glVertexArrayVertexBuffer(vertex_array_.id(), kPosition, skinned.buffer, skinned.positions, kStride);
  glVertexArrayVertexBuffer(vertex_array_.id(), kNormal, skinned.buffer, skinned.normals, kStride);
}

Status MeshDrawable::set_paint(std::span<const Vec4f> by_place) {
  if (!paint_) {
    auto buffer =
        GlBuffer::create(by_place.size_bytes(), nullptr, GL_DYNAMIC_STORAGE_BIT, "colours of vertices");
    if (!buffer) return tl::make_unexpected(buffer.error());
    paint_ = std::move(*buffer);
    const GLuint array = vertex_array_.id();
    glVertexArrayAttribFormat(array, kPaint, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(array, kPaint, kPaint);
    glVertexArrayVertexBuffer(array, kPaint, paint_.id(), 0, sizeof(Vec4f));
    glEnableVertexArrayAttrib(array, kPaint);
  }
  glNamedBufferSubData(paint_.id(), 0, static_cast<GLsizeiptr>(by_place.size_bytes()), by_place.data());
  return {};
}

void MeshDrawable::show_openness() {
  std::swap(openness_[0], openness_[1]);
  glVertexArrayVertexBuffer(vertex_array_.id(), kOpenness, openness_[0].id(), 0, sizeof(float));
}

}  // namespace mannequin::preview
