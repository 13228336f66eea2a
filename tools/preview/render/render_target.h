// Where the picture is drawn: multisampled, in an sRGB encoding, resolved into a texture.
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
  // Of what was drawn last, no larger than is needed to tell what is hidden.
  DepthImage read_depth() const;
  GLuint texture() const { return color_.id(); }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  RenderTarget() = default;
  GlTextureMultisample samples_color_, samples_depth_;
  GlTexture color_;
  GlFramebuffer drawn_, resolved_;
  int width_ = 0, height_ = 0;
};

}  // namespace mannequin::preview
