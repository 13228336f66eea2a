#include "engine/io/image_writer.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <new>

namespace mannequin::io {

Result<Bytes> write_png(int width, int height, std::span<const std::uint8_t> pixels) {
  const auto refused = [&] {
    return fail(
        ErrorCode::cannot_write, "PNG",
        fmt::format("A picture of {} x {} pixels could not be encoded; make it smaller.", width, height));
  };
  const std::size_t count =
      width > 0 && height > 0 ? static_cast<std::size_t>(width) * static_cast<std::size_t>(height) : 0;
  if (count == 0 || (pixels.size() != 3 * count && pixels.size() != 4 * count)) return refused();
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = pixels.size() == 3 * count ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  image.flags = PNG_IMAGE_FLAG_FAST;  // four times as fast as the smallest output, and a tenth larger
  // Room for incompressible pixels.
  Bytes bytes(std::max<std::size_t>(PNG_IMAGE_PNG_SIZE_MAX(image), 64));
  png_alloc_size_t size = bytes.size();
  const int written = png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr);
  png_image_free(&image);
  if (written == 0 || size > bytes.size()) return refused();
  bytes.resize(size);
  return bytes;
}

Bytes write_tga(const TexelPicture& picture) {
  const std::size_t size = picture.components, count = picture.plane_size();
  Bytes bytes(18);
  const auto set = [&](std::size_t at, std::uint32_t value) {
    bytes[at] = static_cast<std::byte>(value & 255);
  };
  set(2, size == 1 ? 11 : 10);
  set(12, picture.width);
  set(13, picture.width >> 8);
  set(14, picture.height);
  set(15, picture.height >> 8);
  set(16, static_cast<std::uint32_t>(8 * size));
  set(17, size == 4 ? 8 : 0);
  const auto same = [&](std::size_t a, std::size_t b) {
    for (std::size_t c = 0; c < size; ++c)
      if (picture.texels[c * count + a] != picture.texels[c * count + b]) return false;
    return true;
  };
  const auto put = [&](std::size_t at) {
    for (std::size_t c = 0; c < size; ++c)
      bytes.push_back(static_cast<std::byte>(picture.texels[(size > 1 && c < 3 ? 2 - c : c) * count + at]));
  };
  for (std::size_t row = 0; row < picture.height; ++row) {
    const std::size_t end = (row + 1) * picture.width;
    for (std::size_t at = row * picture.width; at < end;) {
      std::size_t run = 1;
      while (at + run < end && run < 128 && same(at, at + run)) ++run;
      if (run > 1) {
        bytes.push_back(static_cast<std::byte>(0x80 | (run - 1)));
        put(at);
        at += run;
        continue;
      }
      // Until two neighbours are equal.
      std::size_t literal = 1;
      while (at + literal < end && literal < 128 &&
             (at + literal + 1 == end || !same(at + literal, at + literal + 1)))
        ++literal;
      bytes.push_back(static_cast<std::byte>(literal - 1));
      for (std::size_t i = 0; i < literal; ++i) put(at + i);
      at += literal;
    }
  }
  return bytes;
}

}  // namespace mannequin::io
