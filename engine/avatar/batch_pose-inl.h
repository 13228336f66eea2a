// From local values to palettes: solves the hierarchy joint by joint and writes every matrix of a palette as
// soon as its joint is known. Included once per CPU target.
#if defined(MANNEQUIN_BATCH_POSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MANNEQUIN_BATCH_POSE_INL
#undef MANNEQUIN_BATCH_POSE_INL
#else
#define MANNEQUIN_BATCH_POSE_INL
#endif

#include <hwy/highway.h>

#include <array>

#include "engine/avatar/batch_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Three rows of a 3x3 matrix.
template <class V>
struct Turn {
  V m[3][3];
};

template <class V>
struct Rotation {
  V x, y, z, w;
};

// Multiplies by the numbers of b in sequence: if a joint's numbers are side by side, b's are read as
// broadcasts.
template <class V>
HWY_INLINE Rotation<V> operator*(const Rotation<V>& a, const Rotation<V>& b) {
  Rotation<V> r;
  r.x = hn::MulAdd(a.x, b.w, hn::MulAdd(a.y, b.z, hn::NegMulAdd(a.z, b.y, hn::Mul(a.w, b.x))));
  r.y = hn::MulAdd(a.y, b.w, hn::NegMulAdd(a.x, b.z, hn::MulAdd(a.w, b.y, hn::Mul(a.z, b.x))));
  r.z = hn::MulAdd(
      a.z, b.w,
      hn::MulAdd(a.w, b.z, hn::MulAdd(a.x, b.y, hn::NegMulAdd(a.y, b.x, hn::Zero(hn::DFromV<V>())))));
  r.w = hn::MulAdd(
      a.w, b.w,
      hn::NegMulAdd(a.z, b.z, hn::NegMulAdd(a.y, b.y, hn::NegMulAdd(a.x, b.x, hn::Zero(hn::DFromV<V>())))));
  return r;
}

// The rotation's matrix with its columns scaled: R S.
template <class D, class V>
HWY_INLINE Turn<V> scaled_matrix(D d, const Rotation<V>& q, const V s[3]) {
  const V one = hn::Set(d, 1.0f), zero = hn::Zero(d);
  const V x2 = hn::Add(q.x, q.x), y2 = hn::Add(q.y, q.y), z2 = hn::Add(q.z, q.z);
  const V xx = hn::Mul(q.x, x2), yy = hn::Mul(q.y, y2), zz = hn::Mul(q.z, z2);
  const V xy = hn::Mul(q.x, y2), yz = hn::Mul(q.y, z2), zx = hn::Mul(q.z, x2);
  Turn<V> r;
  r.m[0][0] = hn::Sub(one, hn::Add(yy, zz));
  r.m[1][1] = hn::Sub(one, hn::Add(zz, xx));
  r.m[2][2] = hn::Sub(one, hn::Add(xx, yy));
  r.m[0][1] = hn::NegMulAdd(q.w, z2, xy);
  r.m[1][0] = hn::MulAdd(q.w, z2, xy);
  r.m[0][2] = hn::MulAdd(q.w, y2, zx);
  r.m[2][0] = hn::NegMulAdd(q.w, y2, zx);
  r.m[1][2] = hn::NegMulAdd(q.w, x2, yz);
  r.m[2][1] = hn::MulAdd(q.w, x2, yz);
  // + 0 makes every zero positive, whatever its origin.
  for (auto& row : r.m)
    for (int c = 0; c < 3; ++c) row[c] = hn::MulAdd(row[c], s[c], zero);
  return r;
}

// Rotations of clips may be longer than 1. As in the viewer, matrices are computed as if they were unit, but
// children are placed by the rotation itself, q v q*: by the matrix with |q|^2 - 1 added to its diagonal.
template <class D, class V>
HWY_INLINE Turn<V> children_matrix(D d, const Rotation<V>& q, const V s[3], Turn<V> m) {
  const V squared =
      hn::Add(hn::Add(hn::Mul(q.x, q.x), hn::Mul(q.y, q.y)), hn::Add(hn::Mul(q.z, q.z), hn::Mul(q.w, q.w)));
  const V longer = hn::Sub(squared, hn::Set(d, 1.0f));
  for (int k = 0; k < 3; ++k) m.m[k][k] = hn::MulAdd(longer, s[k], m.m[k][k]);
  return m;
}

// p + m v
template <class V>
HWY_INLINE void transform(const Turn<V>& m, const V p[3], const V v[3], V out[3]) {
  for (int r = 0; r < 3; ++r)
    out[r] = hn::MulAdd(m.m[r][2], v[2], hn::MulAdd(m.m[r][1], v[1], hn::MulAdd(m.m[r][0], v[0], p[r])));
}

#if HWY_TARGET != HWY_SCALAR
// Within each block of 128 bits: out[k] = (in[0][k], in[1][k], in[2][k], in[3][k]).
template <class D, class V>
HWY_INLINE void transpose_blocks(D d, const V in[4], V out[4]) {
  const hn::Repartition<double, D> d2;
  const auto low01 = hn::BitCast(d2, hn::InterleaveLower(d, in[0], in[1]));
  const auto high01 = hn::BitCast(d2, hn::InterleaveUpper(d, in[0], in[1]));
  const auto low23 = hn::BitCast(d2, hn::InterleaveLower(d, in[2], in[3]));
  const auto high23 = hn::BitCast(d2, hn::InterleaveUpper(d, in[2], in[3]));
  out[0] = hn::BitCast(d, hn::InterleaveLower(d2, low01, low23));
  out[1] = hn::BitCast(d, hn::InterleaveUpper(d2, low01, low23));
  out[2] = hn::BitCast(d, hn::InterleaveLower(d2, high01, high23));
  out[3] = hn::BitCast(d, hn::InterleaveUpper(d2, high01, high23));
}

// Every lane's matrix, at out + lane * stride; v: its numbers row by row. Stores dominate the cost, so
// two rows are written in one.
template <class D, class V>
HWY_INLINE void store_matrices(D d, const V v[12], float* HWY_RESTRICT out, std::size_t stride) {
  // Block b of row[r][k] is row r of lane 4 b + k.
  V row[3][4];
  for (int r = 0; r < 3; ++r) transpose_blocks(d, v + r * 4, row[r]);
  for (std::size_t k = 0; k < 4; ++k) {
    float* HWY_RESTRICT lane = out + k * stride;
#if HWY_TARGET == HWY_AVX3
    const __m512 r0 = row[0][k].raw, r1 = row[1][k].raw, r2 = row[2][k].raw;
    const __m512i pairs = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const __m512i next_pairs =
        _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    const __m512 low = _mm512_permutex2var_ps(r0, pairs, r1);
    const __m512 high = _mm512_permutex2var_ps(r0, next_pairs, r1);
    _mm256_storeu_ps(lane, _mm512_castps512_ps256(low));
    _mm256_storeu_ps(lane + 4 * stride, _mm512_extractf32x8_ps(low, 1));
    _mm256_storeu_ps(lane + 8 * stride, _mm512_castps512_ps256(high));
    _mm256_storeu_ps(lane + 12 * stride, _mm512_extractf32x8_ps(high, 1));
    _mm_store_ps(lane + 8, _mm512_castps512_ps128(r2));
    _mm_store_ps(lane + 4 * stride + 8, _mm512_extractf32x4_ps(r2, 1));
    _mm_store_ps(lane + 8 * stride + 8, _mm512_extractf32x4_ps(r2, 2));
    _mm_store_ps(lane + 12 * stride + 8, _mm512_extractf32x4_ps(r2, 3));
#elif HWY_TARGET == HWY_AVX2
    const __m256 r0 = row[0][k].raw, r1 = row[1][k].raw, r2 = row[2][k].raw;
    _mm256_storeu_ps(lane, _mm256_permute2f128_ps(r0, r1, 0x20));
    _mm256_storeu_ps(lane + 4 * stride, _mm256_permute2f128_ps(r0, r1, 0x31));
    _mm_store_ps(lane + 8, _mm256_castps256_ps128(r2));
    _mm_store_ps(lane + 4 * stride + 8, _mm256_extractf128_ps(r2, 1));
#else
    for (std::size_t r = 0; r < 3; ++r) hn::Store(row[r][k], d, lane + 4 * r);
#endif
  }
}
#else
template <class D, class V>
HWY_INLINE void store_matrices(D, const V v[12], float* HWY_RESTRICT out, std::size_t) {
  for (int k = 0; k < 12; ++k) out[k] = hn::GetLane(v[k]);
}
#endif

// The lane of a vector of n lanes, of four numbers each, that transpose_blocks moves to `lane`.
constexpr std::array<std::uint8_t, kBatchLanes> rotation_places() {
  constexpr std::size_t n = hn::MaxLanes(hn::CappedTag<float, kBatchLanes>()), blocks = n < 4 ? 1 : n / 4;
  std::array<std::uint8_t, kBatchLanes> places{};
  for (std::size_t lane = 0; lane < kBatchLanes; ++lane) {
    const std::size_t within = lane % n;
    places[lane] = static_cast<std::uint8_t>(lane - within + (n < 4 ? 0 : within % 4 * blocks + within / 4));
  }
  return places;
}

// rotations: those of the group's lanes in storage order; lane: the first of this vector.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Rotation<V> load_rotations(D d, const float* rotations, std::size_t lane) {
  rotations += lane * 4;
#if HWY_TARGET == HWY_SCALAR
  return {hn::Load(d, rotations), hn::Load(d, rotations + 1), hn::Load(d, rotations + 2),
          hn::Load(d, rotations + 3)};
#else
  const std::size_t n = hn::Lanes(d);
  const V stored[4] = {hn::Load(d, rotations), hn::Load(d, rotations + n), hn::Load(d, rotations + 2 * n),
                       hn::Load(d, rotations + 3 * n)};
  V made[4];
  transpose_blocks(d, stored, made);
  return {made[0], made[1], made[2], made[3]};
#endif
}

// world_from_bind = (m | p) * joint_from_bind, written for each lane.
template <class D, class V>
HWY_INLINE void write_output(D d, const PaletteOutput& output, const Turn<V>& m, const V p[3],
                             const PaletteTarget& target, std::size_t lane) {
  float* out = target.first + lane * target.stride + output.slot * 12;
  const float* bind = output.bind;
  const V b[3] = {hn::Set(d, bind[3]), hn::Set(d, bind[7]), hn::Set(d, bind[11])};
  V t[3];
  transform(m, p, b, t);
  V v[12];
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      v[r * 4 + c] = output.translated_only
                         ? m.m[r][c]
                         : hn::MulAdd(m.m[r][2], hn::Set(d, bind[8 + c]),
                                      hn::MulAdd(m.m[r][1], hn::Set(d, bind[4 + c]),
                                                 hn::MulAdd(m.m[r][0], hn::Set(d, bind[c]), hn::Zero(d))));
    v[r * 4 + 3] = t[r];
  }
  store_matrices(d, v, out, target.stride);
}

template <class D, class V>
HWY_INLINE void keep(D d, float* slot, const Turn<V>& m, const V p[3], const Rotation<V>& q) {
  for (int k = 0; k < 9; ++k) hn::Store(m.m[k / 3][k % 3], d, slot + k * kBatchLanes);
  for (int k = 0; k < 3; ++k) hn::Store(p[k], d, slot + (9 + k) * kBatchLanes);
  hn::Store(q.x, d, slot + 12 * kBatchLanes);
  hn::Store(q.y, d, slot + 13 * kBatchLanes);
  hn::Store(q.z, d, slot + 14 * kBatchLanes);
  hn::Store(q.w, d, slot + 15 * kBatchLanes);
}

template <std::size_t kStride, class D, class V = hn::Vec<D>>
HWY_INLINE Rotation<V> load_rotation(D d, const float* rows) {
  return {hn::Load(d, rows), hn::Load(d, rows + kStride), hn::Load(d, rows + 2 * kStride),
          hn::Load(d, rows + 3 * kStride)};
}

// mRoot is a parent like any other, with scale 1.
template <std::size_t kStride, class D>
HWY_INLINE void place_root(D d, const float* root, float* slot) {
  using V = hn::Vec<D>;
  const V one[3] = {hn::Set(d, 1.0f), hn::Set(d, 1.0f), hn::Set(d, 1.0f)};
  const V p[3] = {hn::Load(d, root), hn::Load(d, root + kStride), hn::Load(d, root + 2 * kStride)};
  const Rotation<V> q = load_rotation<kStride>(d, root + 3 * kStride);
  keep(d, slot, children_matrix(d, q, one, scaled_matrix(d, q, one)), p, q);
}

// Rows unchanged in all lanes equal the rest's: one broadcast instead of a cache line.
template <std::size_t kStride, class D, class V>
HWY_INLINE void load_vector(D d, bool changed, const float* rows, const float* rest, V out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = changed ? hn::Load(d, rows + k * kStride) : hn::Set(d, rest[k]);
}

// local, scratch: the lane's element of the first row.
template <std::size_t kStride, class D>
HWY_INLINE void solve_node(D d, const BatchTables& tables, const PoseNode& node, const SetLanes& set,
                           const float* local, float* scratch, std::span<const PaletteTarget> targets,
                           std::size_t lane) {
  using V = hn::Vec<D>;
  const float* parent = scratch + node.parent_slot * kSlotRows * kBatchLanes;
  Turn<V> above;
  for (int k = 0; k < 9; ++k) above.m[k / 3][k % 3] = hn::Load(d, parent + k * kBatchLanes);
  V from[3], offset[3], p[3], s[3];
  for (int k = 0; k < 3; ++k) from[k] = hn::Load(d, parent + (9 + k) * kBatchLanes);
  load_vector<kStride>(d, node.shaped_position || set.position != 0, local, node.rest, offset);
  // The parent's matrix has its scale already: P + R (s * t) = P + (R S) t.
  transform(above, from, offset, p);

  Rotation<V> q = load_rotation<kBatchLanes>(d, parent + 12 * kBatchLanes);
  if (set.rotation != 0) {
    q = q * load_rotations(d, local + kRotationRow * kStride - lane, lane);
  } else if (!node.unrotated_at_rest) {
    const float* rest = node.rest + kRotationRow;
    q = q * Rotation<V>{hn::Set(d, rest[0]), hn::Set(d, rest[1]), hn::Set(d, rest[2]), hn::Set(d, rest[3])};
  }
  load_vector<kStride>(d, node.shaped_scale || set.scale != 0, local + kScaleRow * kStride,
                       node.rest + kScaleRow, s);
  const Turn<V> m = scaled_matrix(d, q, s);
  if (node.own_slot != kNoRow)
    keep(d, scratch + node.own_slot * kSlotRows * kBatchLanes, children_matrix(d, q, s, m), p, q);
  for (std::uint32_t o = node.output_begin; o < node.output_end; ++o) {
    const PaletteOutput& output = tables.outputs()[o];
    write_output(d, output, m, p, targets[output.skin], lane);
  }
}

void pose_group(const BatchTables& tables, const BatchGroup& group, std::span<const PaletteTarget> targets,
                float* scratch) {
  const hn::CappedTag<float, kBatchLanes> d;
  const std::size_t n = hn::Lanes(d);
  for (std::size_t lane = 0; lane < kBatchLanes; lane += n)
    place_root<kBatchLanes>(d, group.root + lane, scratch + lane);
  const float* local = group.local;
  const SetLanes* set = group.set;
  for (const PoseNode& node : tables.nodes()) {
    for (std::size_t lane = 0; lane < kBatchLanes; lane += n)
      solve_node<kBatchLanes>(d, tables, node, *set, local + lane, scratch + lane, targets, lane);
    local += kNodeRows * kBatchLanes;
    ++set;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
