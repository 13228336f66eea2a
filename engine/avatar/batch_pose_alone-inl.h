// From one avatar's local values to palettes, up to four joints side by side, the numbers of each in 128 bits
// of a vector (a block). Uses the same products and sums in the same order as for a group: results are
// bit-identical. Included once per CPU target.
#if defined(MANNEQUIN_BATCH_POSE_ALONE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MANNEQUIN_BATCH_POSE_ALONE_INL
#undef MANNEQUIN_BATCH_POSE_ALONE_INL
#else
#define MANNEQUIN_BATCH_POSE_ALONE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "engine/avatar/batch_kernels.h"
#include "engine/avatar/batch_pose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void pose_lane(const BatchTables& tables, const BatchGroup& group, std::size_t lane,
               std::span<const PaletteTarget> targets, float* scratch) {
  const hn::CappedTag<float, 1> d;
  if (group.lanes == 1) {
    place_root<1>(d, group.root, scratch);
    for (std::size_t n = 0; n < tables.nodes().size(); ++n)
      solve_node<1>(d, tables, tables.nodes()[n], group.set[n], group.local + n * kNodeRows, scratch, targets,
                    0);
  } else {
    place_root<kBatchLanes>(d, group.root + lane, scratch);
    for (std::size_t n = 0; n < tables.nodes().size(); ++n)
      solve_node<kBatchLanes>(d, tables, tables.nodes()[n], group.set[n],
                              group.local + n * kNodeRows * kBatchLanes + lane, scratch, targets, lane);
  }
}

#else

// As many joints as a vector has blocks.
using Blocks = hn::CappedTag<float, 4 * kAloneWidth>;
using F = hn::Vec<Blocks>;
using Block = hn::CappedTag<float, 4>;
inline constexpr std::size_t kBlocks = hn::MaxLanes(Blocks()) / 4;

// Within each block: pick: numbers a, b of `low` and c, d of `high`. put_into: copies number `from` of v to
// `to` of `into`. take: number `at` from v, the rest from `others`. For all: join: a vector of these blocks.
// part: block k.
#if HWY_TARGET == HWY_AVX3
template <int a, int b, int c, int d>
HWY_INLINE F pick(F low, F high) {
  return F{_mm512_shuffle_ps(low.raw, high.raw, _MM_SHUFFLE(d, c, b, a))};
}
template <int from, int to>
HWY_INLINE F put_into(F into, F v) {
  return F{_mm512_mask_permute_ps(into.raw, 0x1111 << to, v.raw, _MM_SHUFFLE(from, from, from, from))};
}
template <int at>
HWY_INLINE F take(F v, F others) {
  return F{_mm512_mask_blend_ps(0x1111 << at, others.raw, v.raw)};
}
HWY_INLINE F join(const hn::Vec<Block> blocks[4]) {
  __m512 v = _mm512_castps128_ps512(blocks[0].raw);
  v = _mm512_mask_broadcast_f32x4(v, 0x00f0, blocks[1].raw);
  v = _mm512_mask_broadcast_f32x4(v, 0x0f00, blocks[2].raw);
  return F{_mm512_mask_broadcast_f32x4(v, 0xf000, blocks[3].raw)};
}
template <int k>
HWY_INLINE hn::Vec<Block> part(F v) {
  return hn::Vec<Block>{_mm512_extractf32x4_ps(v.raw, k)};
}
#elif HWY_TARGET == HWY_AVX2
template <int a, int b, int c, int d>
HWY_INLINE F pick(F low, F high) {
  return F{_mm256_shuffle_ps(low.raw, high.raw, _MM_SHUFFLE(d, c, b, a))};
}
template <int at>
HWY_INLINE F take(F v, F others) {
  return F{_mm256_blend_ps(others.raw, v.raw, 0x11 << at)};
}
template <int from, int to>
HWY_INLINE F put_into(F into, F v) {
  return take<to>(F{_mm256_permute_ps(v.raw, _MM_SHUFFLE(from, from, from, from))}, into);
}
HWY_INLINE F join(const hn::Vec<Block> blocks[2]) {
  return F{_mm256_insertf128_ps(_mm256_castps128_ps256(blocks[0].raw), blocks[1].raw, 1)};
}
template <int k>
HWY_INLINE hn::Vec<Block> part(F v) {
  return hn::Vec<Block>{_mm256_extractf128_ps(v.raw, k)};
}
#else
#if HWY_TARGET == HWY_NEON
template <int a, int b, int c, int d>
HWY_INLINE F pick(F low, F high) {
  return F{__builtin_shufflevector(low.raw, high.raw, a, b, 4 + c, 4 + d)};
}
template <int from, int to>
HWY_INLINE F put_into(F into, F v) {
  return F{vcopyq_laneq_f32(into.raw, to, v.raw, from)};
}
template <int at>
HWY_INLINE F take(F v, F others) {
  return put_into<at, at>(others, v);
}
#else
template <int a, int b, int c, int d>
HWY_INLINE F pick(F low, F high) {
  return F{_mm_shuffle_ps(low.raw, high.raw, _MM_SHUFFLE(d, c, b, a))};
}
template <int from, int to>
HWY_INLINE F put_into(F into, F v) {
  return F{_mm_insert_ps(into.raw, v.raw, from << 6 | to << 4)};
}
template <int at>
HWY_INLINE F take(F v, F others) {
  return F{_mm_blend_ps(others.raw, v.raw, 1 << at)};
}
#endif
HWY_INLINE F join(const F blocks[1]) { return blocks[0]; }
template <int k>
HWY_INLINE F part(F v) {
  return v;
}
#endif
#if HWY_TARGET == HWY_NEON
HWY_INLINE hn::Vec<Block> four(float a, float b, float c, float d) {
  const float numbers[4] = {a, b, c, d};
  return hn::Vec<Block>{vld1q_f32(numbers)};
}
#else
// Not by way of memory, which would have to wait for four stores.
HWY_INLINE hn::Vec<Block> four(float a, float b, float c, float d) {
  return hn::Vec<Block>{_mm_setr_ps(a, b, c, d)};
}
#endif
template <int a, int b, int c, int d>
HWY_INLINE F pick(F v) {
  return pick<a, b, c, d>(v, v);
}
template <int k>
HWY_INLINE F splat(F v) {
  return pick<k, k, k, k>(v, v);
}

// Block k is block(k).
template <class BlockOf>
HWY_INLINE F blocks_of(const BlockOf& block) {
  hn::Vec<Block> blocks[kBlocks];
  for (std::size_t k = 0; k < kBlocks; ++k) blocks[k] = block(k);
  return join(blocks);
}
// Stores block k at to(k).
template <int k = 0, class Place>
HWY_INLINE void store_blocks(F v, const Place& to) {
  if constexpr (k < static_cast<int>(kBlocks)) {
    hn::StoreU(part<k>(v), Block(), to(k));
    store_blocks<k + 1>(v, to);
  }
}

// A scaled rotation R S: (m00, m11, m22), (m10, m21, m02), (m01, m12, m20).
struct ScaledRotation {
  F diagonal, before, after;
};

// The product a b of two rotations.
HWY_INLINE F turned(F a, F b) {
  const Blocks d;
  const hn::Repartition<std::uint32_t, Blocks> du;
  const std::uint32_t minus = 0x80000000u;
  alignas(16) static constexpr std::uint32_t kZW[4] = {0, 0, minus, minus}, kXW[4] = {minus, 0, 0, minus},
                                             kYW[4] = {0, minus, 0, minus};
  const auto negated = [&](F v, const std::uint32_t* signs) {
    return hn::Xor(v, hn::BitCast(d, hn::LoadDup128(du, signs)));
  };
  F r = hn::Mul(negated(pick<3, 2, 1, 0>(a), kZW), splat<0>(b));      // w, z, -y, -x
  r = hn::MulAdd(negated(pick<2, 3, 0, 1>(a), kXW), splat<1>(b), r);  // -z, w, x, -y
  r = hn::MulAdd(negated(pick<1, 0, 3, 2>(a), kYW), splat<2>(b), r);  // y, -x, w, -z
  return hn::MulAdd(a, splat<3>(b), r);
}

HWY_INLINE ScaledRotation scaled_rotation(F q, F s) {
  const Blocks d;
  const F twice = hn::Add(q, q), zero = hn::Zero(d);
  const F squares = hn::Mul(q, twice), products = hn::Mul(q, pick<1, 2, 0, 0>(twice));  // xy, yz, zx
  const F w = splat<3>(q), next = pick<2, 0, 1, 1>(twice);
  ScaledRotation m;
  m.diagonal = hn::Sub(hn::Set(d, 1.0f), hn::Add(pick<1, 2, 0, 0>(squares), pick<2, 0, 1, 1>(squares)));
  m.before = hn::MulAdd(w, next, products);
  m.after = hn::NegMulAdd(w, next, products);
  m.diagonal = hn::MulAdd(m.diagonal, s, zero);
  m.before = hn::MulAdd(m.before, s, zero);
  m.after = hn::MulAdd(m.after, pick<1, 2, 0, 0>(s), zero);
  return m;
}

struct Columns {
  F x, y, z;
};

HWY_INLINE Columns columns(const ScaledRotation& m) {
  return {put_into<2, 2>(hn::InterleaveLower(Blocks(), m.diagonal, m.before), m.after),
          put_into<1, 2>(take<1>(m.diagonal, m.after), m.before),
          put_into<2, 0>(take<2>(m.diagonal, m.after), m.before)};
}

// p + the columns times the numbers of x, y and z.
HWY_INLINE F transform(const Columns& m, F p, F x, F y, F z) {
  return hn::MulAdd(m.z, z, hn::MulAdd(m.y, y, hn::MulAdd(m.x, x, p)));
}

// The diagonal of children_matrix().
HWY_INLINE F children_diagonal(F q, F s, F diagonal) {
  const F squares = hn::Mul(q, q), pairs = hn::Add(squares, pick<1, 0, 3, 2>(squares));
  const F squared = hn::Add(pairs, pick<2, 3, 0, 1>(pairs));
  return hn::MulAdd(hn::Sub(squared, hn::Set(Blocks(), 1.0f)), s, diagonal);
}

// The fields of solved joints, each of kAloneWidth joints side by side.
enum Field : std::size_t {
  kTurn,
  kPlace,
  kX,
  kY,
  kZ,
  kChildren
};  // kChildren: diagonal of the children's matrix
inline constexpr std::size_t kFieldFloats = 4 * kAloneWidth;
static_assert(kAloneFloats == (kChildren + 1) * kFieldFloats);

HWY_INLINE void keep(const ScaledRotation& m, F p, F q, F s, float* solved) {
  const Blocks d;
  const Columns c = columns(m);
  hn::StoreU(q, d, solved + kTurn * kFieldFloats);
  hn::StoreU(p, d, solved + kPlace * kFieldFloats);
  hn::StoreU(c.x, d, solved + kX * kFieldFloats);
  hn::StoreU(c.y, d, solved + kY * kFieldFloats);
  hn::StoreU(c.z, d, solved + kZ * kFieldFloats);
  hn::StoreU(children_diagonal(q, s, m.diagonal), d, solved + kChildren * kFieldFloats);
}

// at: the joints' places among the solved.
HWY_INLINE F field(const float* solved, const std::uint32_t* at, Field which) {
  return blocks_of([&](std::size_t k) { return hn::LoadU(Block(), solved + at[k] + which * kFieldFloats); });
}
HWY_INLINE Columns columns_at(const float* solved, const std::uint32_t* at) {
  return {field(solved, at, kX), field(solved, at, kY), field(solved, at, kZ)};
}
// The matrices that place the children.
HWY_INLINE Columns children_columns_at(const float* solved, const std::uint32_t* at) {
  const Columns c = columns_at(solved, at);
  const F diagonal = field(solved, at, kChildren);
  return {take<0>(diagonal, c.x), take<1>(diagonal, c.y), take<2>(diagonal, c.z)};
}

// Three rows; the fourth number is not used.
template <std::size_t kStride>
HWY_INLINE hn::Vec<Block> three(const float* rows) {
  if constexpr (kStride == 1) return hn::LoadU(Block(), rows);
  return four(rows[0], rows[kStride], rows[2 * kStride], 0.0f);
}

// All joints, without a branch: a rest rotation is multiplied like any other. solved: mRoot, then the steps'
// joints.
template <std::size_t kStride>
HWY_INLINE void solve_alone(std::span<const AloneStep> steps, const float* local, const float* root,
                            std::size_t rotation_place, float* HWY_RESTRICT solved) {
  const F q0 = blocks_of([&](std::size_t) {
    return four(root[3 * kStride], root[4 * kStride], root[5 * kStride], root[6 * kStride]);
  });
  const F p0 = blocks_of([&](std::size_t) { return three<kStride>(root); }), one = hn::Set(Blocks(), 1.0f);
  keep(scaled_rotation(q0, one), p0, q0, one, solved);
  float* next = solved + kAloneFloats;
  for (const AloneStep& step : steps) {
    for (std::size_t first = 0; first < kAloneWidth; first += kBlocks) {
      const std::uint32_t* const above = step.above + first;
      const auto own = [&](std::size_t k) { return local + step.local[first + k] * kStride; };
      const F v = blocks_of([&](std::size_t k) { return three<kStride>(own(k)); });
      const F s = blocks_of([&](std::size_t k) { return three<kStride>(own(k) + kScaleRow * kStride); });
      const F r = blocks_of([&](std::size_t k) {
        return hn::LoadU(Block(), own(k) + kRotationRow * kStride + rotation_place);
      });
      const F p = transform(children_columns_at(solved, above), field(solved, above, kPlace), splat<0>(v),
                            splat<1>(v), splat<2>(v));
      const F q = turned(field(solved, above, kTurn), r);
      keep(scaled_rotation(q, s), p, q, s, next + 4 * first);
    }
    next += kAloneFloats;
  }
}

// The palettes of solved joints. rows_of: from a joint's columns, its bind's place, and the bind, to three
// rows.
template <class Rows>
HWY_INLINE void write_alone(std::span<const AloneOutputs> all, std::size_t lane,
                            std::span<const PaletteTarget> targets, const float* solved,
                            const Rows& rows_of) {
  const Blocks d;
  for (const AloneOutputs& outputs : all) {
    const PaletteTarget& target = targets[outputs.skin];
    float* const palette = target.first + lane * target.stride;
    for (std::size_t first = 0; first < kAloneWidth; first += kBlocks) {
      const std::uint32_t* const at = outputs.solved + first;
      const Columns c = columns_at(solved, at);
      F bind[3];
      for (int r = 0; r < 3; ++r) bind[r] = hn::LoadU(d, outputs.bind[r] + 4 * first);
      const F t =
          transform(c, field(solved, at, kPlace), splat<3>(bind[0]), splat<3>(bind[1]), splat<3>(bind[2]));
      F rows[3];
      rows_of(c, t, bind, rows);
      for (std::size_t r = 0; r < 3; ++r)
        store_blocks(rows[r], [&](std::size_t k) { return palette + outputs.to[first + k] + 4 * r; });
    }
  }
}

// Of binds that only translate.
HWY_INLINE void translated_rows(const Columns& c, F t, const F*, F rows[3]) {
  const F in[4] = {c.x, c.y, c.z, t};
  F out[4];
  transpose_blocks(Blocks(), in, out);
  std::copy(out, out + 3, rows);
}

HWY_INLINE void general_rows(const Columns& c, F t, const F bind[3], F rows[3]) {
  const auto row = [&](F x, F y, F z) {
    return hn::MulAdd(z, bind[2], hn::MulAdd(y, bind[1], hn::MulAdd(x, bind[0], hn::Zero(Blocks()))));
  };
  rows[0] = put_into<0, 3>(row(splat<0>(c.x), splat<0>(c.y), splat<0>(c.z)), t);
  rows[1] = put_into<1, 3>(row(splat<1>(c.x), splat<1>(c.y), splat<1>(c.z)), t);
  rows[2] = put_into<2, 3>(row(splat<2>(c.x), splat<2>(c.y), splat<2>(c.z)), t);
}

void pose_lane(const BatchTables& tables, const BatchGroup& group, std::size_t lane,
               std::span<const PaletteTarget> targets, float* scratch) {
  static constexpr auto kPlaces = rotation_places();
  if (group.lanes == 1)
    solve_alone<1>(tables.alone_steps(), group.local, group.root, 0, scratch);
  else
    // Unlike its position in a row, the storage of a rotation does not depend on the lane.
    solve_alone<kBatchLanes>(tables.alone_steps(), group.local + lane, group.root + lane,
                             kPlaces[lane] * 4u - lane, scratch);
  write_alone(tables.translated_outputs(), lane, targets, scratch, translated_rows);
  write_alone(tables.general_outputs(), lane, targets, scratch, general_rows);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
