// Peak rates of a core: the loops that show what bounds a skinning kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/cpu_target.h"

namespace mannequin::bench {

// For one target. A product is a multiplication and an addition of one float, as that target's kernels do
// them: in one instruction if it has FMA, else in two.
struct LimitKernels {
  std::size_t lanes;             // floats in a vector, at most sixteen
  std::size_t products_at_once;  // floats that one round of `products` processes
  // Adds 0.5 x 1 to x `rounds` times, from x = 0, on independent vectors; writes all of them.
  void (*products)(std::size_t rounds, float* out);
  // The sum of `count` numbers, a multiple of 16 x 16, read as whole vectors; modulo 2^32. Aligned to 64
  // bytes.
  std::uint32_t (*read)(const std::uint32_t* from, std::size_t count);
  // The same numbers, each loaded and broadcast to a vector, as kernels load matrices; times `lanes`.
  std::uint32_t (*broadcast)(const std::uint32_t* from, std::size_t count);
};

const LimitKernels& limit_kernels(CpuTarget target);

}  // namespace mannequin::bench
