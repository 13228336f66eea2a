// Targa files of every kind.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/io/file.h"

namespace mannequin::test {

// pixels: bytes in the file's order (B, G, R, A), rows as stored. type 2, 3, 10 or 11; packed types are
// written as literal runs of up to 128 pixels, except that equal neighbours become one run.
inline io::Bytes small_tga(int type, std::uint32_t width, std::uint32_t height, std::size_t pixel_bytes,
                           const std::vector<std::uint8_t>& pixels, std::uint8_t descriptor = 0) {
  std::vector<std::uint8_t> out(18);
  out[2] = static_cast<std::uint8_t>(type);
  out[12] = static_cast<std::uint8_t>(width);
  out[13] = static_cast<std::uint8_t>(width >> 8);
  out[14] = static_cast<std::uint8_t>(height);
  out[15] = static_cast<std::uint8_t>(height >> 8);
  out[16] = static_cast<std::uint8_t>(8 * pixel_bytes);
  out[17] = descriptor;
  const std::size_t count = pixels.size() / pixel_bytes;
  const auto equal = [&](std::size_t a, std::size_t b) {
    for (std::size_t c = 0; c < pixel_bytes; ++c)
      if (pixels[a * pixel_bytes + c] != pixels[b * pixel_bytes + c]) return false;
    return true;
  };
  const auto put = [&](std::size_t i) {
    for (std::size_t c = 0; c < pixel_bytes; ++c) out.push_back(pixels[i * pixel_bytes + c]);
  };
  for (std::size_t i = 0; i < count;) {
    if (type < 9) {
      put(i++);
      continue;
    }
    std::size_t same = 1;
    while (i + same < count && same < 128 && equal(i, i + same)) ++same;
    out.push_back(static_cast<std::uint8_t>(same > 1 ? 0x80 | (same - 1) : 0));
    put(i);
    i += same;
  }
  io::Bytes bytes;
  for (const std::uint8_t byte : out) bytes.push_back(static_cast<std::byte>(byte));
  return bytes;
}

}  // namespace mannequin::test
