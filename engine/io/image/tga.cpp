// Format: Truevision TGA File Format Specification 2.0, without its extension area.
#include "engine/io/image/tga.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/io/image/size.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kTgaHeader = 18;
constexpr std::size_t kTgaRun = 128;  // pixels of one packet at most

enum class TgaKind { palette = 1, color = 2, grey = 3 };

using TgaPixel = std::array<std::uint8_t, 4>;

struct TgaHeader {
  TgaKind kind = TgaKind::color;
  bool packed = false, right_to_left = false, top_first = false;
  std::size_t id_bytes = 0;
  std::size_t palette_first = 0, palette_count = 0, palette_bits = 0;
  std::size_t width = 0, height = 0, bits = 0;

  std::size_t pixel_bytes() const { return (bits + 7) / 8; }
  std::size_t entry_bytes() const { return (palette_bits + 7) / 8; }
};

std::size_t tga_byte(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<std::size_t>(bytes[at]);
}

std::size_t tga_short(std::span<const std::byte> bytes, std::size_t at) {
  return tga_byte(bytes, at) | tga_byte(bytes, at + 1) << 8;
}

bool is_tga_color(std::size_t bits) { return bits == 15 || bits == 16 || bits == 24 || bits == 32; }

// False if the image type is unknown.
bool parse_tga_header(std::span<const std::byte> bytes, TgaHeader& header) {
  if (bytes.size() < kTgaHeader) return false;
  const std::size_t has_palette = tga_byte(bytes, 1), type = tga_byte(bytes, 2);
  if (has_palette > 1 || (type & ~std::size_t{8}) < 1 || (type & ~std::size_t{8}) > 3) return false;
  header.kind = static_cast<TgaKind>(type & 7);
  header.packed = (type & 8) != 0;
  header.id_bytes = tga_byte(bytes, 0);
  if (has_palette == 1) {
    header.palette_first = tga_short(bytes, 3);
    header.palette_count = tga_short(bytes, 5);
    header.palette_bits = tga_byte(bytes, 7);
  }
  header.width = tga_short(bytes, 12);
  header.height = tga_short(bytes, 14);
  header.bits = tga_byte(bytes, 16);
  const std::size_t flags = tga_byte(bytes, 17);
  header.right_to_left = (flags & 0x10) != 0;
  header.top_first = (flags & 0x20) != 0;
  if ((flags & 0xc0) != 0 || header.width == 0 || header.height == 0) return false;
  switch (header.kind) {
    case TgaKind::palette:
      return has_palette == 1 && header.bits == 8 && is_tga_color(header.palette_bits);
    case TgaKind::color:
      return is_tga_color(header.bits);
    case TgaKind::grey:
      return header.bits == 8 || header.bits == 16;
  }
  return false;
}

TgaPixel tga_color(const std::byte* from, std::size_t bits) {
  const auto byte = [&](std::size_t i) { return std::to_integer<std::uint8_t>(from[i]); };
  if (bits >= 24) return {byte(2), byte(1), byte(0), bits == 32 ? byte(3) : std::uint8_t{255}};
  const unsigned packed = byte(0) | static_cast<unsigned>(byte(1)) << 8;
  const auto channel = [&](unsigned shift) {
    return static_cast<std::uint8_t>(((packed >> shift & 31) * 255 + 15) / 31);
  };
  return {channel(10), channel(5), channel(0), 255};
}

// Reads the pixels of one file, in its order.
class TgaPixels {
 public:
  TgaPixels(const TgaHeader& header, std::span<const std::byte> palette, std::span<const std::byte> rest)
      : header_(header), palette_(palette), rest_(rest) {}

  // False: the file ends early, or uses a colour that its palette lacks.
  bool next(TgaPixel& pixel) {
    if (!header_.packed) return take(pixel);
    if (run_ == 0) {
      if (rest_.empty()) return false;
      const std::size_t packet = tga_byte(rest_, 0);
      rest_ = rest_.subspan(1);
      run_ = packet % kTgaRun + 1;
      repeated_ = packet >= kTgaRun;
      if (repeated_ && !take(repeat_)) return false;
    }
    --run_;
    if (!repeated_) return take(pixel);
    pixel = repeat_;
    return true;
  }

 private:
  bool take(TgaPixel& pixel) {
    const std::size_t size = header_.pixel_bytes();
    if (rest_.size() < size) return false;
    const std::byte* from = rest_.data();
    rest_ = rest_.subspan(size);
    switch (header_.kind) {
      case TgaKind::color:
        pixel = tga_color(from, header_.bits);
        return true;
      case TgaKind::grey: {
        const auto grey = std::to_integer<std::uint8_t>(from[0]);
        pixel = {grey, grey, grey, size == 2 ? std::to_integer<std::uint8_t>(from[1]) : std::uint8_t{255}};
        return true;
      }
      case TgaKind::palette: {
        const std::size_t number = std::to_integer<std::size_t>(from[0]);
        if (number < header_.palette_first || number - header_.palette_first >= header_.palette_count)
          return false;
        pixel = tga_color(palette_.data() + (number - header_.palette_first) * header_.entry_bytes(),
                          header_.palette_bits);
        return true;
      }
    }
    return false;
  }

  const TgaHeader& header_;
  std::span<const std::byte> palette_, rest_;
  std::size_t run_ = 0;
  bool repeated_ = false;
  TgaPixel repeat_{};
};

}  // namespace

bool is_tga(std::span<const std::byte> bytes) {
  TgaHeader header;
  return parse_tga_header(bytes, header);
}

Result<Image> read_tga(std::span<const std::byte> bytes, const std::string& source,
                       const ImageLimits& limits) {
  const auto damaged = [&](const char* what) {
    return fail(ErrorCode::bad_data, source, fmt::format("is a damaged TGA image ({}); save it again", what));
  };
  TgaHeader header;
  if (!parse_tga_header(bytes, header)) return damaged("its header is wrong");
  if (auto status = check_image_size(header.width, header.height, source, limits); !status)
    return error_of(status);
  const std::size_t palette_bytes = header.palette_count * header.entry_bytes();
  if (bytes.size() - kTgaHeader < header.id_bytes + palette_bytes) return damaged("it ends too early");
  const auto palette = bytes.subspan(kTgaHeader + header.id_bytes, palette_bytes);
  const auto rest = bytes.subspan(kTgaHeader + header.id_bytes + palette_bytes);
  const std::size_t count = header.width * header.height;
  // Checked before allocating: one packet makes at most kTgaRun pixels.
  const std::size_t packets = header.packed ? (count + kTgaRun - 1) / kTgaRun : 0;
  if (rest.size() < (header.packed ? packets * (1 + header.pixel_bytes()) : count * header.pixel_bytes()))
    return damaged("it ends too early");

  Image image{static_cast<int>(header.width), static_cast<int>(header.height), {}};
  image.rgba.resize(4 * count);
  TgaPixels pixels(header, palette, rest);
  for (std::size_t line = 0; line < header.height; ++line) {
    const std::size_t row = header.top_first ? line : header.height - 1 - line;
    for (std::size_t column = 0; column < header.width; ++column) {
      TgaPixel pixel;
      if (!pixels.next(pixel)) return damaged("its pixels end too early, or its palette lacks a colour");
      const std::size_t x = header.right_to_left ? header.width - 1 - column : column;
      std::copy(pixel.begin(), pixel.end(), &image.rgba[4 * (row * header.width + x)]);
    }
  }
  return image;
}

}  // namespace mannequin::io
