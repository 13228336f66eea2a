// Owned OpenGL object names, except buffers and programs. Destroy them with the same context current.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace mannequin {

enum class GlKind { texture_2d, texture_2d_multisample, framebuffer, vertex_array };

template <GlKind kind>
class GlObject {
 public:
  GlObject() = default;
  static GlObject create() {
    GlObject made;
    if constexpr (kind == GlKind::texture_2d) glCreateTextures(GL_TEXTURE_2D, 1, &made.id_);
    if constexpr (kind == GlKind::texture_2d_multisample)
      glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &made.id_);
    if constexpr (kind == GlKind::framebuffer) glCreateFramebuffers(1, &made.id_);
    if constexpr (kind == GlKind::vertex_array) glCreateVertexArrays(1, &made.id_);
    return made;
  }
  // A name without an object yet, as glTextureView needs it.
  static GlObject name() requires(kind == GlKind::texture_2d) {
    GlObject made;
    glGenTextures(1, &made.id_);
    return made;
  }
  GlObject(GlObject&& other) noexcept : id_(std::exchange(other.id_, 0u)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~GlObject() {
    if (id_ == 0) return;
    if constexpr (kind == GlKind::framebuffer)
      glDeleteFramebuffers(1, &id_);
    else if constexpr (kind == GlKind::vertex_array)
      glDeleteVertexArrays(1, &id_);
    else
      glDeleteTextures(1, &id_);
  }

  GLuint id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
};

using GlTexture = GlObject<GlKind::texture_2d>;
using GlTextureMultisample = GlObject<GlKind::texture_2d_multisample>;
using GlFramebuffer = GlObject<GlKind::framebuffer>;
using GlVertexArray = GlObject<GlKind::vertex_array>;

}  // namespace mannequin
