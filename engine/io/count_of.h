// How often a character occurs in a text, eight characters at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mannequin::io {

inline std::size_t count_of(std::string_view text, char c) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ull, kLow = 0x7F * kOnes;
  const std::uint64_t wanted = kOnes * static_cast<unsigned char>(c);
  constexpr std::size_t kMost = 255 * 8;  // until one of eight counts of a byte each is full
  std::size_t count = 0, at = 0;
  while (text.size() - at >= 8) {
    std::uint64_t counts = 0;
    for (const std::size_t end = at + std::min(kMost, (text.size() - at) / 8 * 8); at < end; at += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, text.data() + at, sizeof eight);
      eight ^= wanted;  // 0 where it is the character
      counts += ~(((eight & kLow) + kLow) | eight | kLow) >> 7;
    }
    for (; counts != 0; counts >>= 8) count += static_cast<std::size_t>(counts & 0xFF);
  }
  return count +
         static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), c));
}

}  // namespace mannequin::io
