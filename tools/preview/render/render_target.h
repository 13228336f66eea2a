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
  GLuint framebuffer() const { return resolved_.id(); }  // for reading texture()
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  RenderTarget() = default;
  GlTextureMultisample samples_color_, samples_depth_;
  GlTexture color_, depth_;  // the latter single-sampled
  GlFramebuffer drawn_, resolved_;
  int width_ = 0, height_ = 0;
};

}  // namespace mannequin::preview
