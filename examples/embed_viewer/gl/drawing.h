// The viewer's own drawing in OpenGL 4.5: it skins in its own vertex shader, from palettes in a storage
// buffer.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "crowd.h"

class Drawing {
 public:
  // In the context that is current. Throws std::runtime_error with the driver's words if it refuses a shader.
  explicit Drawing(const Crowd& crowd);

  // All avatars in one call.
  void frame(std::span<const mannequin::Mat34> palettes, int avatars, int width, int height);
  // Four bytes per pixel, the top row first.
  static std::vector<unsigned char> read_pixels(int width, int height);

 private:
  unsigned program_ = 0, array_ = 0, palettes_ = 0;
  std::size_t palette_bytes_ = 0;
  int palette_size_ = 0, index_count_ = 0;
};
