// Pictures as files of every kind, written by the libraries whose readers read them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/io/file.h"

namespace mannequin::test {

struct PngKind {
  int color = 6;  // 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA
  int depth = 8;
  bool interlaced = false;
};

// rows: whole bytes, packed as PNG packs them, top first. A palette has the entries red, green, blue and half
// transparent white.
io::Bytes small_png(int width, int height, std::span<const std::uint8_t> rows, const PngKind& kind = {});

enum class JpegKind { color, grey, progressive, cmyk };

// One colour all over, with as many channels as the kind has.
io::Bytes small_jpeg(int width, int height, std::vector<std::uint8_t> color, JpegKind kind = JpegKind::color);

// A PNG whose header says width x height of eight-bit grey, and whose pixels unpack to `unpacked` zeros.
io::Bytes overlong_png(std::uint32_t width, std::uint32_t height, std::size_t unpacked);

}  // namespace mannequin::test
