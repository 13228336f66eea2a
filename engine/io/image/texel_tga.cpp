#include "engine/io/image/texel_tga.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/image/size.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kTexelTgaHeader = 18;
constexpr const char* kTexelTgaWanted = "save it as a .tga of 8, 24 or 32 bits";

// Reads pixels one by one, as bytes in the file's order.
class TexelTgaPixels {
 public:
  TexelTgaPixels(std::span<const std::byte> rest, std::size_t bytes_per_pixel, bool packed)
      : rest_(rest), size_(bytes_per_pixel), packed_(packed) {}

  // The next pixel; empty at the end of the file.
  std::span<const std::byte> next() {
    if (!packed_) return take(size_);
    if (run_ == 0) {
      const auto head = take(1);
      if (head.empty()) return {};
      const auto code = std::to_integer<unsigned>(head[0]);
      run_ = (code & 0x7f) + 1;
      repeats_ = (code & 0x80) != 0;
      if (repeats_) pixel_ = take(size_);
    }
    --run_;
    return repeats_ ? pixel_ : take(size_);
  }

 private:
  std::span<const std::byte> take(std::size_t count) {
    if (rest_.size() < count) return {};
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  std::span<const std::byte> rest_, pixel_;
  std::size_t size_;
  bool packed_, repeats_ = false;
  unsigned run_ = 0;
};

}  // namespace

Result<TexelPicture> read_texel_tga(std::span<const std::byte> bytes, const std::string& source,
                                    const ImageLimits& limits) {
  const auto byte = [&](std::size_t at) { return std::to_integer<std::uint32_t>(bytes[at]); };
  if (bytes.size() > limits.bytes)
    return fail(ErrorCode::unsupported, source,
                fmt::format("is an image of {} MiB, more than the {} MiB that can be read; make it smaller",
                            bytes.size() >> 20, limits.bytes >> 20));
  if (bytes.size() < kTexelTgaHeader)
    return fail(ErrorCode::bad_data, source,
                fmt::format("is too short for a TGA image; {}", kTexelTgaWanted));
  const std::uint32_t type = byte(2), depth = byte(16), descriptor = byte(17);
  const bool grey = type == 3 || type == 11, packed = type == 10 || type == 11;
  if (type != 2 && type != 10 && !grey)
    return fail(ErrorCode::unsupported, source,
                fmt::format("is not a TGA image of a known type (it says {}); {}", type, kTexelTgaWanted));
  if (grey ? depth != 8 : depth != 24 && depth != 32)
    return fail(ErrorCode::unsupported, source,
                fmt::format("has {} bits per pixel, which type {} cannot have here; {}", depth, type,
                            kTexelTgaWanted));
  if ((descriptor & 0x10) != 0)
    return fail(ErrorCode::unsupported, source,
                fmt::format("stores its columns from the right; {}", kTexelTgaWanted));
  const std::uint32_t width = byte(12) | byte(13) << 8, height = byte(14) | byte(15) << 8;
  if (auto status = check_image_size(width, height, source, limits); !status) return error_of(status);
  // A colour map may precede the pixels although they do not use it.
  const std::size_t map_bytes = byte(1) == 0 ? 0 : (byte(5) | byte(6) << 8) * ((byte(7) + 7) / 8);
  const std::size_t skipped = kTexelTgaHeader + byte(0) + map_bytes, pixel_bytes = depth / 8;
  const std::size_t count = std::size_t{width} * height;
  const std::size_t left = bytes.size() > skipped ? bytes.size() - skipped : 0;
  // A run of 128 takes one pixel and a byte, so fewer bytes than this cannot make the picture.
  const std::size_t least = packed ? count / 128 * (pixel_bytes + 1) : count * pixel_bytes;
  const auto cut_off = [&] {
    return fail(ErrorCode::bad_data, source,
                fmt::format("ends before its {} x {} pixels; save it again", width, height));
  };
  if (left < least) return cut_off();

  TexelPicture picture{width, height, static_cast<std::uint32_t>(pixel_bytes), {}};
  picture.texels.resize(count * pixel_bytes);
  TexelTgaPixels pixels(bytes.subspan(std::min(skipped, bytes.size())), pixel_bytes, packed);
  const bool from_top = (descriptor & 0x20) != 0;
  bool opaque = true;
  for (std::uint32_t y = 0; y < height; ++y) {
    std::size_t at = std::size_t{from_top ? height - 1 - y : y} * width;
    for (std::uint32_t x = 0; x < width; ++x, ++at) {
      const std::span<const std::byte> pixel = pixels.next();
      if (pixel.empty()) return cut_off();
      for (std::size_t c = 0; c < pixel_bytes; ++c) {
        // Colours are stored as B, G, R, A.
        const std::size_t component = pixel_bytes > 1 && c < 3 ? 2 - c : c;
        picture.texels[component * count + at] = std::to_integer<std::uint8_t>(pixel[c]);
      }
      opaque = opaque && (pixel_bytes < 4 || pixel[3] == std::byte{255});
    }
  }
  if (pixel_bytes == 4 && opaque) {
    picture.components = 3;
    picture.texels.resize(3 * count);
  }
  return picture;
}

}  // namespace mannequin::io
