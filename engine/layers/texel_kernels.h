// Arithmetic of layers on runs of bytes, compiled once per instruction set. Private to engine/layers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/cpu_target.h"

namespace mannequin {

// Arrays are read and written in whole vectors: they need kTexelPadding bytes beyond `count`.
inline constexpr std::size_t kTexelPadding = 128;

// Products of bytes are divided by 255 and rounded to the nearest byte. d: destination; s: source; c: colour
// of the layer; m: mask. Results do not depend on the instruction set.
struct TexelKernels {
  void (*add)(std::uint8_t* d, const std::uint8_t* s, std::size_t count);                    // at most 255
  void (*multiply)(std::uint8_t* d, const std::uint8_t* s, std::size_t count);               // d s
  void (*scale)(std::uint8_t* d, const std::uint8_t* s, std::uint8_t c, std::size_t count);  // d = s c
  // d = s c m + d (1 - m)
  void (*mix)(std::uint8_t* d, const std::uint8_t* s, std::uint8_t c, const std::uint8_t* m,
              std::size_t count);
  void (*mix_picture)(std::uint8_t* d, const std::uint8_t* s, const std::uint8_t* m,
                      std::size_t count);                                                        // c = 1
  void (*mix_plain)(std::uint8_t* d, std::uint8_t c, const std::uint8_t* m, std::size_t count);  // s = 1
  // d = s c (a b) + d (1 - a b), a: plane, b: byte
  void (*mix_tinted)(std::uint8_t* d, const std::uint8_t* s, std::uint8_t c, const std::uint8_t* a,
                     std::uint8_t b, std::size_t count);
  // d = m where a b is at least 0.004 (in 0..1), else 0
  void (*pass_visible)(std::uint8_t* d, const std::uint8_t* m, const std::uint8_t* a, std::uint8_t b,
                       std::size_t count);
  // d = s lower + t (2 r - lower): one row between two
  void (*lerp_rows)(std::uint16_t* d, const std::uint8_t* s, const std::uint8_t* t, std::uint16_t s_weight,
                    std::uint16_t t_weight, std::size_t count);
  // d[ratio k + j] between s[k] and s[k + 1], (2 j + 1) / (2 ratio) of the way; s is scaled by 2 ratio.
  // ratio: 2, 4 or 8. Writes ratio x count bytes, and up to ratio x 32 more.
  void (*enlarge)(std::uint8_t* d, const std::uint16_t* s, std::uint32_t ratio, std::size_t count);
  // Four planes to R, G, B, A. Writes exactly 4 x count bytes; count is a multiple of 64.
  void (*interleave)(std::uint8_t* d, const std::uint8_t* const planes[4], std::size_t count);
};

const TexelKernels& texel_kernels(CpuTarget target);

}  // namespace mannequin
