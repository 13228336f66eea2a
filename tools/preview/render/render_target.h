// Where the picture is drawn: in an sRGB encoding, multisampled and resolved into a texture, or with one
// sample straight into it.
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
  // The colours of another one of this size that has one sample, as this one has. Not between begin() and
  // resolve().
  void take_colors(const RenderTarget& from) const;
  // Of what was drawn last, no larger than is needed to tell what is hidden.
  DepthImage read_depth() const;
  GLuint texture() const { return color_.id(); }
  GLuint framebuffer() const { return resolved_.id(); }  // to read texture() from
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  RenderTarget() = default;
  GlTextureMultisample samples_color_, samples_depth_;
  GlTexture color_, depth_;  // the latter with one sample
  GlFramebuffer drawn_, resolved_;
  int width_ = 0, height_ = 0;
};

}  // namespace mannequin::preview
