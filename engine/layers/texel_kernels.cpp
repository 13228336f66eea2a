#include "engine/layers/texel_kernels.h"

#include "engine/core/cpu_dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/layers/texel_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = std::uint8_t;
const hn::ScalableTag<std::uint16_t> kWords;
const hn::Rebind<std::uint8_t, decltype(kWords)> kHalf;
const hn::Rebind<std::int16_t, decltype(kWords)> kSigned;
using Words = hn::Vec<decltype(kWords)>;

HWY_INLINE Words load_words(const Bytes* from) { return hn::PromoteTo(kWords, hn::LoadU(kHalf, from)); }

HWY_INLINE auto to_bytes(Words v) { return hn::DemoteTo(kHalf, hn::BitCast(kSigned, v)); }

HWY_INLINE void store_words(Words v, Bytes* to) { hn::StoreU(to_bytes(v), kHalf, to); }

// Exact for 0 to 255 x 255: a quotient by 255 is never halfway between two integers.
HWY_INLINE Words over_255(Words v) {
  const Words t = hn::Add(v, hn::Set(kWords, 128));
  return hn::ShiftRight<8>(hn::Add(t, hn::ShiftRight<8>(t)));
}

HWY_INLINE Words rest_of(Words m) { return hn::Sub(hn::Set(kWords, 255), m); }

HWY_ATTR void add(Bytes* d, const Bytes* s, std::size_t count) {
  const hn::ScalableTag<std::uint8_t> tag;
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag))
    hn::StoreU(hn::SaturatedAdd(hn::LoadU(tag, d + i), hn::LoadU(tag, s + i)), tag, d + i);
}

HWY_ATTR void multiply(Bytes* d, const Bytes* s, std::size_t count) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(kWords))
    store_words(over_255(hn::Mul(load_words(d + i), load_words(s + i))), d + i);
}

HWY_ATTR void scale(Bytes* d, const Bytes* s, std::uint8_t c, std::size_t count) {
  const Words color = hn::Set(kWords, c);
  for (std::size_t i = 0; i < count; i += hn::Lanes(kWords))
    store_words(over_255(hn::Mul(load_words(s + i), color)), d + i);
}

HWY_ATTR void mix_picture(Bytes* d, const Bytes* s, const Bytes* m, std::size_t count) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(kWords)) {
    const Words mask = load_words(m + i);
    const Words sum = hn::Add(hn::Mul(load_words(s + i), mask), hn::Mul(load_words(d + i), rest_of(mask)));
    store_words(over_255(sum), d + i);
  }
}

HWY_ATTR void mix_plain(Bytes* d, std::uint8_t c, const Bytes* m, std::size_t count) {
  const Words color = hn::Set(kWords, c);
  for (std::size_t i = 0; i < count; i += hn::Lanes(kWords)) {
    const Words mask = load_words(m + i);
    store_words(over_255(hn::Add(hn::Mul(color, mask), hn::Mul(load_words(d + i), rest_of(mask)))), d + i);
  }
}

// Four bytes at a time at least; 255^3 is exact in a float.
const hn::ScalableTag<float> kFloats;
const hn::Rebind<std::int32_t, decltype(kFloats)> kInts;
const hn::Rebind<std::uint8_t, decltype(kFloats)> kQuarter;
using Floats = hn::Vec<decltype(kFloats)>;

HWY_INLINE Floats load_floats(const Bytes* from) {
  return hn::ConvertTo(kFloats, hn::PromoteTo(kInts, hn::LoadU(kQuarter, from)));
}

HWY_INLINE void store_floats(Floats v, Bytes* to) {
  const auto rounded = hn::ConvertTo(kInts, hn::Add(v, hn::Set(kFloats, 0.5f)));
  hn::StoreU(hn::DemoteTo(kQuarter, rounded), kQuarter, to);
}

// For masks other than 0 and 255: in float, which holds 255^3 exactly.
HWY_ATTR HWY_NOINLINE void mix_partly(Bytes* d, const Bytes* s, std::uint8_t c, const Bytes* m) {
  const Floats color = hn::Set(kFloats, static_cast<float>(c)), all = hn::Set(kFloats, 255.0f),
               step = hn::Set(kFloats, 1.0f / 65025.0f);
  for (std::size_t i = 0; i < hn::Lanes(kWords); i += hn::Lanes(kFloats)) {
    const Floats mask = load_floats(m + i);
    const Floats over = hn::Mul(hn::Mul(load_floats(s + i), color), mask);
    const Floats under = hn::Mul(hn::Mul(load_floats(d + i), all), hn::Sub(all, mask));
    store_floats(hn::Mul(hn::Add(over, under), step), d + i);
  }
}

HWY_ATTR void mix(Bytes* d, const Bytes* s, std::uint8_t c, const Bytes* m, std::size_t count) {
  const Words color = hn::Set(kWords, c), none = hn::Zero(kWords), all = hn::Set(kWords, 255);
  for (std::size_t i = 0; i < count; i += hn::Lanes(kWords)) {
    const Words mask = load_words(m + i);
    const auto covered = hn::Eq(mask, all);
    // Edges are narrow: most runs are entirely covered, entirely bare, or split between the two.
    if (hn::AllTrue(kWords, hn::Or(covered, hn::Eq(mask, none))))
      store_words(hn::IfThenElse(covered, over_255(hn::Mul(load_words(s + i), color)), load_words(d + i)),
                  d + i);
    else
      mix_partly(d + i, s + i, c, m + i);
  }
}

HWY_ATTR void mix_tinted(Bytes* d, const Bytes* s, std::uint8_t c, const Bytes* a, std::uint8_t b,
                         std::size_t count) {
  const Floats color = hn::Set(kFloats, static_cast<float>(c) / 255.0f),
               opacity = hn::Set(kFloats, static_cast<float>(b) / 65025.0f), one = hn::Set(kFloats, 1.0f),
               least = hn::Set(kFloats, 0.004f), zero = hn::Zero(kFloats);
  for (std::size_t i = 0; i < count; i += hn::Lanes(kFloats)) {
    Floats alpha = hn::Mul(load_floats(a + i), opacity);
    alpha = hn::IfThenElse(hn::Ge(alpha, least), alpha, zero);
    const Floats over = hn::Mul(hn::Mul(load_floats(s + i), color), alpha);
    const Floats under = hn::Mul(load_floats(d + i), hn::Sub(one, alpha));
    store_floats(hn::Add(over, under), d + i);
  }
}

HWY_ATTR void pass_visible(Bytes* d, const Bytes* m, const Bytes* a, std::uint8_t b, std::size_t count) {
  const Words opacity = hn::Set(kWords, b), least = hn::Set(kWords, 260), zero = hn::Zero(kWords);
  for (std::size_t i = 0; i < count; i += hn::Lanes(kWords)) {
    const Words alpha = hn::Mul(load_words(a + i), opacity);
    // Greater than, unsigned: what is left above 260.
    const auto visible = hn::Ne(hn::SaturatedSub(alpha, least), zero);
    store_words(hn::IfThenElseZero(visible, load_words(m + i)), d + i);
  }
}

HWY_ATTR void lerp_rows(std::uint16_t* d, const Bytes* s, const Bytes* t, std::uint16_t s_weight,
                        std::uint16_t t_weight, std::size_t count) {
  const Words a = hn::Set(kWords, s_weight), b = hn::Set(kWords, t_weight);
  for (std::size_t i = 0; i < count; i += hn::Lanes(kWords))
    hn::StoreU(hn::Add(hn::Mul(load_words(s + i), a), hn::Mul(load_words(t + i), b)), kWords, d + i);
}

// Weights of the two neighbours at phase j; halves are rounded up.
template <int kRatio, int kShift>
HWY_INLINE auto enlarged_phase(Words left, Words right, int j) {
  const Words a = hn::Set(kWords, static_cast<std::uint16_t>(2 * kRatio - 2 * j - 1)),
              b = hn::Set(kWords, static_cast<std::uint16_t>(2 * j + 1)),
              half = hn::Set(kWords, static_cast<std::uint16_t>(1 << (kShift - 1)));
  return to_bytes(hn::ShiftRight<kShift>(hn::Add(hn::Add(hn::Mul(left, a), hn::Mul(right, b)), half)));
}

HWY_ATTR void enlarge(Bytes* d, const std::uint16_t* s, std::uint32_t ratio, std::size_t count) {
  constexpr std::size_t kLanes = hn::MaxLanes(kWords);
  alignas(64) Bytes phases[8][kLanes < 16 ? 16 : kLanes];
  for (std::size_t k = 0; k < count; k += hn::Lanes(kWords)) {
    const Words left = hn::LoadU(kWords, s + k), right = hn::LoadU(kWords, s + k + 1);
    Bytes* to = d + ratio * k;
    if (ratio == 4) {
      hn::StoreInterleaved4(enlarged_phase<4, 6>(left, right, 0), enlarged_phase<4, 6>(left, right, 1),
                            enlarged_phase<4, 6>(left, right, 2), enlarged_phase<4, 6>(left, right, 3), kHalf,
                            to);
    } else if (ratio == 2) {
      hn::StoreInterleaved2(enlarged_phase<2, 4>(left, right, 0), enlarged_phase<2, 4>(left, right, 1), kHalf,
                            to);
    } else {
      for (int j = 0; j < 8; ++j) hn::StoreU(enlarged_phase<8, 8>(left, right, j), kHalf, phases[j]);
      for (std::size_t i = 0; i < hn::Lanes(kWords); ++i)
        for (std::size_t j = 0; j < 8; ++j) to[8 * i + j] = phases[j][i];
    }
  }
}

HWY_ATTR void interleave(Bytes* d, const Bytes* const planes[4], std::size_t count) {
  const hn::ScalableTag<std::uint8_t> tag;
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag))
    hn::StoreInterleaved4(hn::LoadU(tag, planes[0] + i), hn::LoadU(tag, planes[1] + i),
                          hn::LoadU(tag, planes[2] + i), hn::LoadU(tag, planes[3] + i), tag, d + 4 * i);
}

constexpr TexelKernels kTexelKernels{add,        multiply,     scale,     mix,     mix_picture, mix_plain,
                                     mix_tinted, pass_visible, lerp_rows, enlarge, interleave};

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mannequin {

const TexelKernels& texel_kernels(CpuTarget target) { return MANNEQUIN_AT_TARGET(target, kTexelKernels); }

}  // namespace mannequin
#endif
