#include "tools/preview/render/mesh_drawable.h"

#include <algorithm>
#include <utility>

#include "tools/preview/render/coarse_triangles.h"

namespace mannequin::preview {
namespace {

Vec3f linear_color(const Vec4f& given, bool srgb) {
  const Vec3f color = glm::clamp(Vec3f(given), 0.0f, 1.0f);
  return srgb ? glm::pow(color, Vec3f(2.2f)) : color;
}

// No real surface is entirely white or black. The shader limits textures in the same way.
Vec3f surface_color(const Vec3f& color) { return glm::mix(Vec3f(0.03f), Vec3f(0.8f), color); }

template <typename T>
Result<GlBuffer> buffer_by_place(std::span<const T> by_vertex, std::span<const std::uint32_t> remap,
                                 std::uint32_t place_count, const char* purpose) {
  std::vector<T> by_place(place_count, T(0.0f));
  for (std::size_t v = 0; v < by_vertex.size(); ++v) by_place[remap[v]] = by_vertex[v];
  return GlBuffer::create(by_place.size() * sizeof(T), by_place.data(), 0, purpose);
}

// Indices of attributes and of their buffers.
enum Attribute : GLuint {
  kPosition = 0,
  kNormal = 1,
  kOpenness = 2,
  kPaint = 3,
  kTexturePlace = 4,
  kVertexColor = 5
};

// Drivers without a graphics card keep what a draw leaves to be filled, some 200 bytes of each triangle,
// until it is: what has more than these is drawn in parts, each of which is waited for.
constexpr GLsizei kIndicesAtOnce = 3 * 250'000;

}  // namespace

void MeshDrawable::draw_elements(GLsizei count, std::size_t offset, GivingUp& giving_up) {
  const GLsizei at_once = giving_up.at_most(kIndicesAtOnce);
  for (; count > at_once; count -= at_once) {
    glDrawElements(GL_TRIANGLES, at_once, GL_UNSIGNED_INT, reinterpret_cast<const void*>(offset));
    glFinish();
    if (giving_up.after(at_once)) return;
    offset += static_cast<std::size_t>(at_once) * sizeof(std::uint32_t);
  }
  glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, reinterpret_cast<const void*>(offset));
  giving_up.after(count);
}

Result<MeshDrawable> MeshDrawable::create(const Mesh& mesh, std::span<const std::uint32_t> remap,
                                          bool srgb_colors) {
  MeshDrawable made;
  made.place_count_ = 1 + *std::ranges::max_element(remap);
  made.index_count_ = static_cast<GLsizei>(mesh.indices().size());
  made.vertex_array_ = GlVertexArray::create();
  if (auto status = made.set_triangles(mesh.indices(), {}, remap); !status) return error_of(status);
  const std::vector<Vec2f> open(made.place_count_, Vec2f(1.0f));
  for (GlBuffer& ambient_occlusion : made.ambient_occlusion_) {
    auto buffer = GlBuffer::create(open.size() * sizeof(Vec2f), open.data(), 0, "ambient_occlusion");
    if (!buffer) return error_of(buffer);
    ambient_occlusion = std::move(*buffer);
  }
  const GLuint array = made.vertex_array_.id();
  glVertexArrayAttribFormat(array, kPosition, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribFormat(array, kNormal, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribFormat(array, kOpenness, 2, GL_FLOAT, GL_FALSE, 0);
  for (const GLuint attribute : {kPosition, kNormal, kOpenness}) {
    glVertexArrayAttribBinding(array, attribute, attribute);
    glEnableVertexArrayAttrib(array, attribute);
  }
  glVertexArrayVertexBuffer(array, kOpenness, made.ambient_occlusion_[0].id(), 0, sizeof(Vec2f));
  for (const FaceDesc& face : mesh.faces()) {
    if (face.index_count == 0) continue;
    const Vec3f color = linear_color(mesh.materials()[face.material].base_color, srgb_colors);
    made.faces_.push_back({.index_count = static_cast<GLsizei>(face.index_count),
                           .index_offset = face.first_index * sizeof(std::uint32_t),
                           .color = surface_color(color),
                           .factor = color,
                           .own_color = color,
                           .material = face.material,
                           .texture = nullptr});
  }
  return made;
}

bool MeshDrawable::shows_back_faces(bool textures) const {
  if (!encloses_inside_ || opacity_ < 1.0f) return true;
  return textures && std::ranges::any_of(faces_, [](const DrawFace& face) {
           return face.baked != nullptr ? face.baked_see_through
                                        : face.texture != nullptr && face.see_through;
         });
}

Status MeshDrawable::set_triangles(std::span<const std::uint32_t> own, std::span<const std::uint32_t> coarse,
                                   std::span<const std::uint32_t> remap) {
  std::vector<std::uint32_t> place_indices;
  place_indices.reserve(own.size() + coarse.size());
  for (const auto part : {own, coarse})
    for (const std::uint32_t vertex : part) place_indices.push_back(remap[vertex]);
  auto indices =
      GlBuffer::create(place_indices.size() * sizeof(std::uint32_t), place_indices.data(), 0, "triangles");
  if (!indices) return error_of(indices);
  indices_ = std::move(*indices);
  glVertexArrayElementBuffer(vertex_array_.id(), indices_.id());
  return {};
}

Status MeshDrawable::coarsen(const Mesh& mesh, const Skin& skin, std::span<const std::uint32_t> remap,
                             std::size_t reduction) {
  if (reduction == reduction_) return {};
  const CoarseTriangles made =
      reduction > 1 ? preview::coarse_triangles(mesh, skin.influences(), reduction) : CoarseTriangles{};
  if (auto status = set_triangles(mesh.indices(), made.indices, remap); !status) return status;
  reduction_ = reduction;
  coarse_count_ = static_cast<GLsizei>(made.indices.size());
  coarse_offset_ = mesh.indices().size_bytes();
  if (made.faces.empty()) return {};
  auto face = faces_.begin();
  for (std::size_t f = 0; f < mesh.faces().size(); ++f) {
    if (mesh.faces()[f].index_count == 0) continue;
    face->coarse_count = static_cast<GLsizei>(made.faces[f].count);
    face->coarse_offset = coarse_offset_ + made.faces[f].first * sizeof(std::uint32_t);
    ++face;
  }
  return {};
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
    if (!buffer) return error_of(buffer);
    paint_ = std::move(*buffer);
    attach(kPaint, 4, paint_, sizeof(Vec4f));
  }
  glNamedBufferSubData(paint_.id(), 0, static_cast<GLsizeiptr>(by_place.size_bytes()), by_place.data());
  return {};
}

Status MeshDrawable::set_texture_coordinates(std::span<const Vec2f> by_vertex,
                                             std::span<const std::uint32_t> remap) {
  auto buffer = buffer_by_place(by_vertex, remap, place_count_, "texture coordinates");
  if (!buffer) return error_of(buffer);
  texture_places_ = std::move(*buffer);
  attach(kTexturePlace, 2, texture_places_, sizeof(Vec2f));
  return {};
}

Status MeshDrawable::set_vertex_colors(std::span<const Vec4f> by_vertex,
                                       std::span<const std::uint32_t> remap) {
  auto buffer = buffer_by_place(by_vertex, remap, place_count_, "vertex colours");
  if (!buffer) return error_of(buffer);
  vertex_colors_ = std::move(*buffer);
  attach(kVertexColor, 4, vertex_colors_, sizeof(Vec4f));
  return {};
}

void MeshDrawable::set_texture(std::uint32_t material, std::shared_ptr<const GlTexture> texture,
                               bool see_through) {
  for (DrawFace& face : faces_)
    if (face.material == material) {
      face.texture = texture;
      face.see_through = see_through;
    }
}

void MeshDrawable::set_baked(std::uint32_t material, const std::shared_ptr<const GlTexture>& texture,
                             bool see_through) {
  for (DrawFace& face : faces_)
    if (face.material == material) {
      face.baked = texture;
      face.baked_see_through = see_through;
    }
}

void MeshDrawable::set_color(std::uint32_t material, const std::optional<Vec3f>& color) {
  for (DrawFace& face : faces_)
    if (face.material == material) {
      face.factor = color.value_or(face.own_color);
      face.color = surface_color(face.factor);
    }
}

void MeshDrawable::attach(GLuint attribute, GLint numbers, const GlBuffer& buffer, GLsizei stride) {
  const GLuint array = vertex_array_.id();
  glVertexArrayAttribFormat(array, attribute, numbers, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(array, attribute, attribute);
  glVertexArrayVertexBuffer(array, attribute, buffer.id(), 0, stride);
  glEnableVertexArrayAttrib(array, attribute);
}

void MeshDrawable::show_openness() {
  std::swap(ambient_occlusion_[0], ambient_occlusion_[1]);
  glVertexArrayVertexBuffer(vertex_array_.id(), kOpenness, ambient_occlusion_[0].id(), 0, sizeof(Vec2f));
}

}  // namespace mannequin::preview
