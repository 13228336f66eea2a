// The target of a picture: sRGB-encoded, multisampled and
// resolved into a texture, or single-sampled straight into it.
#pragma once

#include "engine/core/result.h"
#include "engine/gpu/gl_object.h"
#include "tools/preview/render/depth_image.h"

namespace mannequin::preview {

class RenderTarget {
 public:
  static Result<RenderTarget> create(int width, int height, int samples);

  void begin() const;    // binds it, with its viewport, encoding to sRGB
  void resolve() const;  // ends it: the picture is in texture()
  // Copies the colours of another single-sampled target of this size into this one, also single-sampled. Not
  // between begin() and resolve().
  void take_colors(const RenderTarget& from) const;
  // The depth of the last picture, no larger than needed to find what is hidden.
  DepthImage read_depth() const;
  GLuint texture() const { return color_.id(); }
  // For reading the picture's bytes. Their format is that of other framebuffers, which a software renderer
  // copies to several times as fast as from an sRGB one.
  GLuint framebuffer() const { return bytes_framebuffer_.id(); }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  RenderTarget() = default;
  GlTextureMultisample samples_color_, samples_depth_;
  GlTexture bytes_;          // the picture, encoded
  GlTexture color_, depth_;  // a view of it that decodes and encodes; single-sampled
  GlFramebuffer drawn_, resolved_, bytes_framebuffer_;
  int width_ = 0, height_ = 0;
};

}  // namespace mannequin::preview
