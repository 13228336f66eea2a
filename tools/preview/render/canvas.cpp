#include "tools/preview/render/canvas.h"

#include <algorithm>

namespace mannequin::preview {

Canvas::Canvas(int width, int height) : width_(width), height_(height) {
  glTextureStorage2D(color_.id(), 1, GL_RGBA8, width, height);
  glNamedFramebufferTexture(framebuffer_.id(), GL_COLOR_ATTACHMENT0, color_.id(), 0);
}

std::vector<std::uint8_t> Canvas::read(bool alpha) const {
  const auto row = static_cast<std::ptrdiff_t>(width_) * (alpha ? 4 : 3);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(row * height_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, alpha ? GL_RGBA : GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  for (std::ptrdiff_t top = 0, bottom = height_ - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(pixels.begin() + top * row, pixels.begin() + (top + 1) * row,
                     pixels.begin() + bottom * row);
  return pixels;
}

}  // namespace mannequin::preview
