// Picture files of every kind, written by the same libraries that read them.
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

// A solid colour, with as many channels as the kind has.
io::Bytes small_jpeg(int width, int height, std::vector<std::uint8_t> color, JpegKind kind = JpegKind::color);

struct TgaKind {
  int type = 2;  // 1 palette, 2 colour, 3 grey; 9, 10, 11 the same in packets
  int bits = 24;
  int flags = 0x20;  // 0x20 the top row first, 0x10 from right to left
};

// data: the palette of four BGR colours first where there is one, then pixels or packets as TGA stores them.
io::Bytes small_tga(int width, int height, std::span<const std::uint8_t> data, const TgaKind& kind = {});

// A PNG whose header says width x height of eight-bit grey, and whose pixels unpack to `unpacked` zeros.
io::Bytes overlong_png(std::uint32_t width, std::uint32_t height, std::size_t unpacked);

}  // namespace mannequin::test
