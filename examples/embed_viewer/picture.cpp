#include "picture.h"

#include <png.h>

#include <cstdio>
#include <cstring>

bool write_png(const std::string& path, int width, int height, const std::vector<unsigned char>& rgba) {
  std::size_t others = 0;
  for (std::size_t at = 4; at < rgba.size(); at += 4) others += std::memcmp(&rgba[at], &rgba[0], 3) != 0;
  if (others < rgba.size() / 4 / 100) {
    std::fprintf(stderr, "%s: nearly all of it is of one colour\n", path.c_str());
    return false;
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&image, path.c_str(), 0, rgba.data(), 0, nullptr) != 0) return true;
  std::fprintf(stderr, "%s: cannot be written: %s\n", path.c_str(), image.message);
  return false;
}
