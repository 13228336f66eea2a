// Peak memory rates: the loops that skinning's throughput is compared with.
#pragma once

#include <cstddef>

#include "engine/core/cpu_target.h"

namespace mannequin::bench {

// Arrays of floats, 64-byte aligned, count a multiple of 16. Those named _nt write past the caches, whole
// 64-byte lines at once, where the target has such stores (scalar has not).
struct MemoryKernels {
  void (*copy)(const float* from, float* to, std::size_t count);
  void (*copy_nt)(const float* from, float* to, std::size_t count);
  void (*fill_nt)(float value, float* to, std::size_t count);
  // b + factor c
  void (*triad)(const float* b, const float* c, float factor, float* to, std::size_t count);
  void (*triad_nt)(const float* b, const float* c, float factor, float* to, std::size_t count);
};

const MemoryKernels& memory_kernels(CpuTarget target);

}  // namespace mannequin::bench
