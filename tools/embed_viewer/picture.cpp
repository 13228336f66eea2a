#include "picture.h"

#include <cstdio>
#include <cstring>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

bool write_png(const std::string& path, int width, int height, const std::vector<unsigned char>& rgba) {
  std::size_t others = 0;
  for (std::size_t at = 4; at < rgba.size(); at += 4) others += std::memcmp(&rgba[at], &rgba[0], 3) != 0;
  if (others < rgba.size() / 4 / 100) {
    std::fprintf(stderr, "%s: nearly all of it is of one colour\n", path.c_str());
    return false;
  }
  if (stbi_write_png(path.c_str(), width, height, 4, rgba.data(), width * 4) != 0) return true;
  std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
  return false;
}
