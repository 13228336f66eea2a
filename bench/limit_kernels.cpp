#include "bench/limit_kernels.h"

#include "engine/core/cpu_dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/limit_kernels.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

const hn::CappedTag<float, 16> kFloats;
const hn::RebindToUnsigned<decltype(kFloats)> kNumbers;
using Floats = hn::Vec<decltype(kFloats)>;
using Numbers = hn::Vec<decltype(kNumbers)>;

// Thirteen chains of sums, enough that no unit waits for a result: latency 3 to 4 on two units. With the two
// factors and, without FMA, their product they fit into sixteen registers; named individually, as compilers
// keep arrays in memory.
constexpr std::size_t kChains = 13, kReads = 16;

// Otherwise compilers compute equal chains only
// once, and vectorise what is meant to be scalar.
#undef MANNEQUIN_KEEP
#undef MANNEQUIN_KEEP_NUMBERS
#if defined(__x86_64__)
#define MANNEQUIN_KEEP(vector) __asm__ volatile("" : "+x"(vector.raw))
#else
#define MANNEQUIN_KEEP(vector)
#endif
// Scalar whole numbers are in general registers: moving them would cost more than the loads.
#if defined(__x86_64__) && HWY_TARGET == HWY_SCALAR
#define MANNEQUIN_KEEP_NUMBERS(vector) __asm__ volatile("" : "+r"(vector.raw))
#else
#define MANNEQUIN_KEEP_NUMBERS(vector) MANNEQUIN_KEEP(vector)
#endif

void products(std::size_t rounds, float* out) {
  const Floats one = hn::Set(kFloats, 1.0f), zero = hn::Zero(kFloats);
  Floats half = hn::Set(kFloats, 0.5f);
  Floats a = zero, b = zero, c = zero, d = zero, e = zero, f = zero, g = zero;
  Floats h = zero, i = zero, j = zero, k = zero, l = zero, m = zero;
  // Adds to a sum, as kernels do: without FMA, only the addition waits for the step before.
  const auto step = [&](Floats& chain) HWY_ATTR {
    chain = hn::MulAdd(half, one, chain);
    MANNEQUIN_KEEP(chain);
    MANNEQUIN_KEEP(half);
  };
  for (std::size_t round = 0; round < rounds; ++round) {
    step(a), step(b), step(c), step(d), step(e), step(f), step(g);
    step(h), step(i), step(j), step(k), step(l), step(m);
  }
  const Floats all[kChains] = {a, b, c, d, e, f, g, h, i, j, k, l, m};
  for (std::size_t chain = 0; chain < kChains; ++chain)
    hn::StoreU(all[chain], kFloats, out + chain * hn::Lanes(kFloats));
}

// The sum of what next(k) loads for k below kReads, repeated.
template <typename Next>
HWY_INLINE std::uint32_t sum_of(std::size_t rounds, const Next& next) {
  const Numbers zero = hn::Zero(kNumbers);
  Numbers a = zero, b = zero, c = zero, d = zero, e = zero, f = zero, g = zero, h = zero;
  const auto step = [&](Numbers& sum, std::size_t at) HWY_ATTR {
    sum = hn::Add(sum, next(at));
    MANNEQUIN_KEEP_NUMBERS(sum);
  };
  for (std::size_t at = 0; at < rounds * kReads; at += kReads) {
    step(a, at), step(b, at + 1), step(c, at + 2), step(d, at + 3);
    step(e, at + 4), step(f, at + 5), step(g, at + 6), step(h, at + 7);
    step(a, at + 8), step(b, at + 9), step(c, at + 10), step(d, at + 11);
    step(e, at + 12), step(f, at + 13), step(g, at + 14), step(h, at + 15);
  }
  const Numbers sum = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, d)), hn::Add(hn::Add(e, f), hn::Add(g, h)));
  return hn::GetLane(hn::SumOfLanes(kNumbers, sum));
}

std::uint32_t read(const std::uint32_t* from, std::size_t count) {
  const std::size_t lanes = hn::Lanes(kNumbers);
  return sum_of(count / lanes / kReads,
                [=](std::size_t at) HWY_ATTR { return hn::Load(kNumbers, from + at * lanes); });
}

std::uint32_t broadcast(const std::uint32_t* from, std::size_t count) {
  return sum_of(count / kReads, [=](std::size_t at) HWY_ATTR { return hn::Set(kNumbers, from[at]); });
}

const bench::LimitKernels kLimitKernels{hn::MaxLanes(kFloats), kChains* hn::MaxLanes(kFloats), products, read,
                                        broadcast};

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mannequin::bench {

const LimitKernels& limit_kernels(CpuTarget target) { return MANNEQUIN_AT_TARGET(target, kLimitKernels); }

}  // namespace mannequin::bench
#endif
