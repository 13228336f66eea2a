#include "tools/document/texture_image.h"

#include <fmt/format.h>

#include <limits>
#include <memory>

// As the writer in png.cpp: the static variant keeps out of the way of the copy inside libstb.
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 8192
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

namespace mannequin::document {

Result<TextureImage> decode_texture(std::span<const std::byte> bytes, const std::string& name,
                                    std::size_t at_most) {
  static_assert(STBI_MAX_DIMENSIONS == kMaxTextureSide);
  const auto data = reinterpret_cast<const stbi_uc*>(bytes.data());
  int width = 0, height = 0, channels = 0;
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
      stbi_info_from_memory(data, static_cast<int>(bytes.size()), &width, &height, &channels) == 0)
    return fail(ErrorCode::unsupported, name,
                "is no PNG, JPEG or TGA image that can be read; save it as PNG");
  if (width < 1 || height < 1 || width > kMaxTextureSide || height > kMaxTextureSide ||
      static_cast<std::size_t>(width) * static_cast<std::size_t>(height) > at_most)
    return fail(
        ErrorCode::unsupported, name,
        fmt::format("has {} x {} pixels, which is too much; in-world no texture is larger than 2048 x 2048",
                    width, height));
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(data, static_cast<int>(bytes.size()), &width, &height, &channels, 4),
      stbi_image_free);
  if (pixels == nullptr)
    return fail(ErrorCode::bad_data, name,
                fmt::format("is damaged ({}); save it again", stbi_failure_reason()));
  const std::size_t size = 4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return TextureImage{width, height, {pixels.get(), pixels.get() + size}};
}

}  // namespace mannequin::document
