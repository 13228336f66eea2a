// From lanes to the results' layout: x, y, z of as many vertices as a vector has lanes become x y z x y z ...
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

#if HWY_TARGET <= HWY_AVX3

// Element e of the 48 is component e % 3 of vertex e / 3. The first permutation of a line puts x and y in
// place, the second adds z.
struct LineIndices {
  alignas(64) std::int32_t xy[3][16];
  alignas(64) std::int32_t z[3][16];
};
constexpr LineIndices line_indices() {
  LineIndices indices{};
  for (int e = 0; e < 48; ++e) {
    const int line = e / 16, lane = e % 16, vertex = e / 3, component = e % 3;
    indices.xy[line][lane] = component == 1 ? 16 + vertex : vertex;
    indices.z[line][lane] = component == 2 ? 16 + vertex : lane;
  }
  return indices;
}
inline constexpr LineIndices kLineIndices = line_indices();

template <bool kStreaming, class D, class V>
HWY_INLINE void store_xyz(D d, V x, V y, V z, float* to) {
  for (int line = 0; line < 3; ++line) {
    const __m512i xy_index = _mm512_load_si512(kLineIndices.xy[line]);
    const __m512i z_index = _mm512_load_si512(kLineIndices.z[line]);
    const __m512 xy = _mm512_permutex2var_ps(x.raw, xy_index, y.raw);
    store<kStreaming>(d, V{_mm512_permutex2var_ps(xy, z_index, z.raw)}, to + 16 * line);
  }
}

#elif HWY_TARGET == HWY_AVX2

// Within each 128-bit half: pairs first, then the three runs of four; at last the halves are put in order.
template <bool kStreaming, class D, class V>
HWY_INLINE void store_xyz(D d, V x, V y, V z, float* to) {
  const __m256 xy = _mm256_shuffle_ps(x.raw, y.raw, _MM_SHUFFLE(2, 0, 2, 0));  // x0 x2 y0 y2
  const __m256 yz = _mm256_shuffle_ps(y.raw, z.raw, _MM_SHUFFLE(3, 1, 3, 1));  // y1 y3 z1 z3
  const __m256 zx = _mm256_shuffle_ps(z.raw, x.raw, _MM_SHUFFLE(3, 1, 2, 0));  // z0 z2 x1 x3
  const __m256 a = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));         // x0 y0 z0 x1
  const __m256 b = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));         // y1 z1 x2 y2
  const __m256 c = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));         // z2 x3 y3 z3
  store<kStreaming>(d, V{_mm256_permute2f128_ps(a, b, 0x20)}, to);
  store<kStreaming>(d, V{_mm256_permute2f128_ps(c, a, 0x30)}, to + 8);
  store<kStreaming>(d, V{_mm256_permute2f128_ps(b, c, 0x31)}, to + 16);
}

#elif HWY_TARGET == HWY_SSE4

template <bool kStreaming, class D, class V>
HWY_INLINE void store_xyz(D d, V x, V y, V z, float* to) {
  const __m128 xy = _mm_shuffle_ps(x.raw, y.raw, _MM_SHUFFLE(2, 0, 2, 0));
  const __m128 yz = _mm_shuffle_ps(y.raw, z.raw, _MM_SHUFFLE(3, 1, 3, 1));
  const __m128 zx = _mm_shuffle_ps(z.raw, x.raw, _MM_SHUFFLE(3, 1, 2, 0));
  store<kStreaming>(d, V{_mm_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0))}, to);
  store<kStreaming>(d, V{_mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0))}, to + 4);
  store<kStreaming>(d, V{_mm_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1))}, to + 8);
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
