// From lanes to the results' layout: turns x, y, z of one vector of vertices into x y z x y z ...
// Included once per target. Highway's StoreInterleaved3 does the same through byte shuffles, which is slower.
#if defined(MANNEQUIN_STORE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANNEQUIN_STORE_LANES_INL_H
#undef MANNEQUIN_STORE_LANES_INL_H
#else
#define MANNEQUIN_STORE_LANES_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mannequin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <bool kStreaming, class D, class V>
HWY_INLINE void store(D d, V v, hn::TFromD<D>* to) {
  if constexpr (kStreaming)
    hn::Stream(v, d, to);
  else
    hn::Store(v, d, to);
}

#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4

// Element e of the three output vectors is component e % 3 of vertex e / 3. With 4, 8 or 16 lanes, a
// component occupies different lanes in each of the three vectors, and together these are all lanes. So the
// code permutes each component once and blends each output vector lane by lane, since processors have more
// units for blends than for permutations.
template <int kLanes>
struct Interleaving {
  alignas(64) std::int32_t from[3][kLanes];  // by component and lane: the vertex
  unsigned is_y[3], is_z[3];                 // by vector: one bit per lane
};
template <int kLanes>
constexpr Interleaving<kLanes> interleaving() {
  Interleaving<kLanes> made{};
  for (int e = 0; e < 3 * kLanes; ++e) {
    const int vector = e / kLanes, lane = e % kLanes, component = e % 3;
    made.from[component][lane] = e / 3;
    if (component == 1) made.is_y[vector] |= 1u << lane;
    if (component == 2) made.is_z[vector] |= 1u << lane;
  }
  return made;
}
template <int kLanes>
inline constexpr Interleaving<kLanes> kInterleaving = interleaving<kLanes>();

#if HWY_TARGET <= HWY_AVX3

template <int kComponent>
HWY_INLINE __m512 permuted(__m512 v) {
  return _mm512_permutexvar_ps(_mm512_load_si512(kInterleaving<16>.from[kComponent]), v);
}
template <int kVector>
HWY_INLINE __m512 chosen(__m512 x, __m512 y, __m512 z) {
  constexpr auto kY = static_cast<__mmask16>(kInterleaving<16>.is_y[kVector]);
  constexpr auto kZ = static_cast<__mmask16>(kInterleaving<16>.is_z[kVector]);
  return _mm512_mask_blend_ps(kZ, _mm512_mask_blend_ps(kY, x, y), z);
}

#elif HWY_TARGET == HWY_AVX2

template <int kComponent>
HWY_INLINE __m256 permuted(__m256 v) {
  return _mm256_permutevar8x32_ps(
      v, _mm256_load_si256(reinterpret_cast<const __m256i*>(kInterleaving<8>.from[kComponent])));
}
template <int kVector>
HWY_INLINE __m256 chosen(__m256 x, __m256 y, __m256 z) {
  return _mm256_blend_ps(_mm256_blend_ps(x, y, kInterleaving<8>.is_y[kVector]), z,
                         kInterleaving<8>.is_z[kVector]);
}

#else

template <int kComponent>
HWY_INLINE __m128 permuted(__m128 v) {
  constexpr const std::int32_t* kFrom = kInterleaving<4>.from[kComponent];
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(kFrom[3], kFrom[2], kFrom[1], kFrom[0]));
}
template <int kVector>
HWY_INLINE __m128 chosen(__m128 x, __m128 y, __m128 z) {
  return _mm_blend_ps(_mm_blend_ps(x, y, kInterleaving<4>.is_y[kVector]), z, kInterleaving<4>.is_z[kVector]);
}

#endif

template <bool kStreaming, class D, class V>
HWY_INLINE void store_xyz(D d, V x, V y, V z, float* to) {
  const auto px = permuted<0>(x.raw), py = permuted<1>(y.raw), pz = permuted<2>(z.raw);
  const std::size_t lanes = hn::Lanes(d);
  store<kStreaming>(d, V{chosen<0>(px, py, pz)}, to);
  store<kStreaming>(d, V{chosen<1>(px, py, pz)}, to + lanes);
  store<kStreaming>(d, V{chosen<2>(px, py, pz)}, to + 2 * lanes);
}

#else

template <bool kStreaming, class D, class V>
HWY_INLINE void store_xyz(D d, V x, V y, V z, float* to) {
  hn::StoreInterleaved3(x, y, z, d, to);
}

#endif

}  // namespace mannequin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
