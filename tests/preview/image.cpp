#include "tests/preview/image.h"

#define STBI_ONLY_PNG
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wuseless-cast"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace mannequin::test {

Image read_png(const std::filesystem::path& path) {
  Image image;
  int channels = 0;
  stbi_uc* pixels = stbi_load(path.c_str(), &image.width, &image.height, &channels, 4);
  if (pixels == nullptr) return {};
  image.rgba.assign(
      pixels, pixels + 4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  stbi_image_free(pixels);
  return image;
}

}  // namespace mannequin::test
