// The words of a text, found 64 characters at a time: where one begins does not have to wait for what the
// word before it is read as.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mannequin::io::collada {

// Bytes beyond the end of a text that may be read.
inline constexpr std::size_t kReadAhead = 16;

// The high bits of those of eight characters that are in words. Everything up to a space in value separates
// them: of control characters, XML allows only tab and line ends.
inline std::uint64_t in_words(const char* at) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t kEach = 0x0101010101010101ull, kHigh = 0x80 * kEach;
  std::uint64_t eight;
  std::memcpy(&eight, at, sizeof eight);
  return (((eight & ~kHigh) + (0x7F - ' ') * kEach) | eight) & kHigh;
}

// The bits of those of the first 64 characters that are in words.
inline std::uint64_t word_characters(std::string_view text) {
  const std::size_t count = std::min<std::size_t>(text.size(), 64);
  std::uint64_t bits = 0;
  for (std::size_t at = 0; at < count; at += 8)  // the multiplication moves eight bits next to each other
    bits |= ((in_words(text.data() + at) >> 7) * 0x0102040810204080ull >> 56) << at;
  return count == 64 ? bits : bits & ((std::uint64_t{1} << count) - 1);
}

// Calls take(first, last) for each word, until it returns false.
template <typename Take>
void each_word(std::string_view text, Take take) {
  const char* first = nullptr;  // of a word whose end is not known yet
  std::uint64_t in_word = 0;    // whether the last character before the 64 is in a word
  for (std::size_t at = 0; at < text.size(); at += 64) {
    const std::uint64_t characters = word_characters(text.substr(at));
    // In turns where a word begins, and what follows one.
    std::uint64_t edges = characters ^ (characters << 1 | in_word);
    in_word = characters >> 63;
    for (; edges != 0; edges &= edges - 1) {
      const char* const edge = text.data() + at + std::countr_zero(edges);
      if (first == nullptr) {
        first = edge;
        continue;
      }
      if (!take(first, edge)) return;
      first = nullptr;
    }
  }
  if (first != nullptr) take(first, text.data() + text.size());
}

inline std::size_t count_words(std::string_view text) {
  std::size_t words = 0, at = 0;
  std::uint64_t before = 0;  // whether the last character is in a word
  while (at + 8 <= text.size()) {
    std::uint64_t begins = 0;  // eight counts, each of at most 255
    for (std::size_t end = std::min(at + 255 * 8, text.size() / 8 * 8); at < end; at += 8) {
      const std::uint64_t in_word = in_words(text.data() + at);
      begins += (in_word & ~(in_word << 8 | before)) >> 7;
      before = in_word >> 56;
    }
    for (; begins != 0; begins >>= 8) words += begins & 0xFF;
  }
  for (; at < text.size(); ++at) {
    const std::uint64_t in_word = static_cast<unsigned char>(text[at]) > ' ' ? 0x80 : 0;
    words += (in_word & ~before) != 0;
    before = in_word;
  }
  return words;
}

}  // namespace mannequin::io::collada
