// What drawing needs of a worn mesh besides the skinned vertices: triangles, colours, ambient_occlusion.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/gpu/gl_buffer.h"
#include "engine/gpu/gl_object.h"
#include "engine/mesh/mesh.h"
#include "engine/mesh/skin.h"
#include "tools/preview/render/giving_up.h"

namespace mannequin::preview {

struct DrawFace {
  GLsizei index_count = 0;
  std::size_t index_offset = 0;  // bytes
  GLsizei coarse_count = 0;      // the same of the coarse triangles, if any
  std::size_t coarse_offset = 0;
  Vec3f color{0.8f};      // of the file; linear
  Vec3f factor{1.0f};     // the same, multiplied with texture and vertex colours
  Vec3f own_color{1.0f};  // factor, unless another was chosen
  std::uint32_t material = 0;
  std::shared_ptr<const GlTexture> texture;  // null for none
  bool see_through = false;                  // its alpha counts
  std::shared_ptr<const GlTexture> baked;    // shown in place of all this; null for none
  bool baked_see_through = false;
};

// The location of skinned vertices: by place, three floats each. Offsets in bytes.
struct SkinnedPlaces {
  GLuint buffer = 0;
  GLintptr positions = 0, normals = 0;
};

class MeshDrawable {
 public:
  // remap: by vertex of the mesh, as the skinner sorts them.
  // srgb_colors: how to interpret the colours of its materials.
  static Result<MeshDrawable> create(const Mesh& mesh, std::span<const std::uint32_t> remap,
                                     bool srgb_colors);

  void set_skinned(const SkinnedPlaces& skinned);

  GLuint vertex_array() const { return vertex_array_.id(); }
  const SkinnedPlaces& skinned() const { return skinned_; }
  std::uint32_t place_count() const { return place_count_; }
  // AmbientOcclusion: two values of 0..1 per place, how much a vertex sees of its surroundings and of the key
  // light. One buffer is drawn while the other is computed.
  GLuint openness_in_work() const { return ambient_occlusion_[1].id(); }
  void show_openness();  // exchanges the two
  // The values for PaintPass, one per place: a number in x, or a colour; w: 1 known, 0 not.
  Status set_paint(std::span<const Vec4f> by_place);

  // Its look in the file; remap as for create(). Texture coordinates: v up.
  Status set_texture_coordinates(std::span<const Vec2f> by_vertex, std::span<const std::uint32_t> remap);
  Status set_vertex_colors(std::span<const Vec4f> by_vertex, std::span<const std::uint32_t> remap);
  void set_texture(std::uint32_t material, std::shared_ptr<const GlTexture> texture, bool see_through);
  // What is painted on the avatar there; null: the face's own look. Needs texture coordinates.
  void set_baked(std::uint32_t material, const std::shared_ptr<const GlTexture>& texture, bool see_through);
  bool has_texture_coordinates() const { return static_cast<bool>(texture_places_); }
  bool has_vertex_colors() const { return static_cast<bool>(vertex_colors_); }

  // Adds coarse triangles for the same mesh with the same remap, next to its own: one per `reduction` of
  // these; 1: none. Fast if they exist already.
  Status coarsen(const Mesh& mesh, const Skin& skin, std::span<const std::uint32_t> remap,
                 std::size_t reduction);
  std::size_t triangles() const { return static_cast<std::size_t>(index_count_) / 3; }
  std::size_t coarse_triangles() const { return static_cast<std::size_t>(coarse_count_) / 3; }  // 0: none

  void bind() const { glBindVertexArray(vertex_array_.id()); }
  // coarse: with the coarse triangles, if any.
  void draw(const DrawFace& face, bool coarse, GivingUp& giving_up) const {
    if (coarse && coarse_count_ > 0) return draw_elements(face.coarse_count, face.coarse_offset, giving_up);
    draw_elements(face.index_count, face.index_offset, giving_up);
  }
  void draw_all(bool coarse, GivingUp& giving_up) const {
    if (coarse && coarse_count_ > 0) return draw_elements(coarse_count_, coarse_offset_, giving_up);
    draw_elements(index_count_, 0, giving_up);
  }
  void draw_all() const {
    GivingUp never;
    draw_all(false, never);
  }
  const std::vector<DrawFace>& faces() const { return faces_; }
  // Colours that distinguish parts (an eye from its lid) are shown even when files' colours are off.
  bool keeps_colors() const { return keeps_colors_; }
  void keep_colors() { keeps_colors_ = true; }
  // Another colour for a material, linear; nothing: its own.
  void set_color(std::uint32_t material, const std::optional<Vec3f>& color);
  // Whether its back faces can be seen: not if it is opaque and encloses its inside. `textures`: as they are
  // drawn.
  bool shows_back_faces(bool textures) const;
  void set_encloses_inside(bool encloses) { encloses_inside_ = encloses; }
  // A tint for its colours, linear, and its opacity.
  void set_look(const Vec3f& tint, float opacity) { tint_ = tint, opacity_ = opacity; }
  const Vec3f& tint() const { return tint_; }
  float opacity() const { return opacity_; }

 private:
  MeshDrawable() = default;
  static void draw_elements(GLsizei count, std::size_t offset, GivingUp& giving_up);
  Status set_triangles(std::span<const std::uint32_t> own, std::span<const std::uint32_t> coarse,
                       std::span<const std::uint32_t> remap);
  void attach(GLuint attribute, GLint numbers, const GlBuffer& buffer, GLsizei stride);
  GlVertexArray vertex_array_;
  GlBuffer indices_;
  GlBuffer ambient_occlusion_[2];
  GlBuffer paint_, texture_places_, vertex_colors_;
  SkinnedPlaces skinned_;
  GLsizei index_count_ = 0;
  GLsizei coarse_count_ = 0;  // after the others in the same buffer
  std::size_t coarse_offset_ = 0, reduction_ = 1;
  std::uint32_t place_count_ = 0;
  bool keeps_colors_ = false, encloses_inside_ = false;
  Vec3f tint_{1.0f};
  float opacity_ = 1.0f;
  std::vector<DrawFace> faces_;
};

}  // namespace mannequin::preview
