#include "engine/io/texel_picture_file.h"

#include "engine/io/file.h"
#include "engine/io/image/jpeg.h"
#include "engine/io/image/png.h"

namespace mannequin::io {
namespace {

TexelPicture planes_of(const Image& image, bool grey_is_one) {
  const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
  const std::size_t count = width * height;
  bool opaque = true, grey = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* p = image.rgba.data() + 4 * i;
    opaque = opaque && p[3] == 255;
    grey = grey && p[0] == p[1] && p[1] == p[2];
  }
  TexelPicture picture{static_cast<std::uint32_t>(width),
                       static_cast<std::uint32_t>(height),
                       !opaque               ? 4u
                       : grey && grey_is_one ? 1u
                                             : 3u,
                       {}};
  picture.texels.resize(count * picture.components);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t c = 0; c < picture.components; ++c)
        picture.texels[c * count + (height - 1 - y) * width + x] = image.rgba[4 * (y * width + x) + c];
  return picture;
}

}  // namespace

Result<TexelPicture> read_texel_picture(std::span<const std::byte> bytes, const std::string& source,
                                        bool grey_is_one, const ImageLimits& limits) {
  const Result<Image> image = read_image(bytes, source, limits);
  if (!image) return error_of(image);
  // Only TGA files can declare themselves grey: their third byte is the image type.
  const bool grey_tga =
      !is_png(bytes) && !is_jpeg(bytes) && (bytes[2] == std::byte{3} || bytes[2] == std::byte{11});
  return planes_of(*image, grey_is_one || grey_tga);
}

Result<TexelPicture> read_texel_picture(const std::filesystem::path& path, bool grey_is_one) {
  const Result<Bytes> bytes = read_file(path);
  if (!bytes) return error_of(bytes);
  return read_texel_picture(*bytes, path.string(), grey_is_one);
}

Image image_of(const TexelPicture& picture) {
  Image image{static_cast<int>(picture.width), static_cast<int>(picture.height), {}};
  image.rgba.resize(4 * picture.plane_size());
  for (std::size_t y = 0; y < picture.height; ++y)
    for (std::size_t x = 0; x < picture.width; ++x)
      for (std::uint32_t c = 0; c < 4; ++c) {
        const std::uint32_t plane = picture.components == 1 && c < 3 ? 0 : c;
        image.rgba[4 * ((picture.height - 1 - y) * picture.width + x) + c] =
            plane < picture.components ? picture.plane(plane)[y * picture.width + x] : 255;
      }
  return image;
}

}  // namespace mannequin::io
