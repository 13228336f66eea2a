// An offscreen framebuffer and its content: one
// sample per pixel, values encoded for a screen.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/gpu/gl_object.h"

namespace mannequin::preview {

class Canvas {
 public:
  Canvas(int width, int height);

  GLuint framebuffer() const { return framebuffer_.id(); }
  GLuint texture() const { return color_.id(); }
  // width x height x 3 bytes, or 4 with alpha (not premultiplied); top row first.
  std::vector<std::uint8_t> read(bool alpha) const;

 private:
  int width_, height_;
  GlTexture color_ = GlTexture::create();
  GlFramebuffer framebuffer_ = GlFramebuffer::create();
};

}  // namespace mannequin::preview
