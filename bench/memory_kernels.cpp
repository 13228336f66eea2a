#include "engine/core/cpu_dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/memory_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// FlushStream, which highway.h of 1.0.3 does not include
#include <hwy/cache_control.h>

#include "bench/memory_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLineFloats = 16;

// Vectors of at most a cache line, so that the following stores complete each line.
const hn::CappedTag<float, kLineFloats> kVector;

void copy(const float* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kLineFloats)
    for (std::size_t lane = 0; lane < kLineFloats; lane += hn::Lanes(kVector))
      hn::Store(hn::Load(kVector, from + i + lane), kVector, to + i + lane);
}

void copy_nt(const float* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kLineFloats)
    for (std::size_t lane = 0; lane < kLineFloats; lane += hn::Lanes(kVector))
      hn::Stream(hn::Load(kVector, from + i + lane), kVector, to + i + lane);
  hwy::FlushStream();
}

void fill_nt(float value, float* to, std::size_t count) {
  const auto filling = hn::Set(kVector, value);
  for (std::size_t i = 0; i < count; i += kLineFloats)
    for (std::size_t lane = 0; lane < kLineFloats; lane += hn::Lanes(kVector))
      hn::Stream(filling, kVector, to + i + lane);
  hwy::FlushStream();
}

void triad(const float* b, const float* c, float factor, float* to, std::size_t count) {
  const auto scale = hn::Set(kVector, factor);
  for (std::size_t i = 0; i < count; i += kLineFloats)
    for (std::size_t lane = 0; lane < kLineFloats; lane += hn::Lanes(kVector)) {
      const std::size_t at = i + lane;
      hn::Store(hn::MulAdd(scale, hn::Load(kVector, c + at), hn::Load(kVector, b + at)), kVector, to + at);
    }
}

void triad_nt(const float* b, const float* c, float factor, float* to, std::size_t count) {
  const auto scale = hn::Set(kVector, factor);
  for (std::size_t i = 0; i < count; i += kLineFloats)
    for (std::size_t lane = 0; lane < kLineFloats; lane += hn::Lanes(kVector)) {
      const std::size_t at = i + lane;
      hn::Stream(hn::MulAdd(scale, hn::Load(kVector, c + at), hn::Load(kVector, b + at)), kVector, to + at);
    }
  hwy::FlushStream();
}

const bench::MemoryKernels kMemoryKernels{copy, copy_nt, fill_nt, triad, triad_nt};

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mannequin::bench {

const MemoryKernels& memory_kernels(CpuTarget target) { return MANNEQUIN_AT_TARGET(target, kMemoryKernels); }

}  // namespace mannequin::bench
#endif
