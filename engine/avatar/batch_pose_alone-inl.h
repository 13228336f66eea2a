// From one avatar's local values to palettes, the numbers of one joint side by side. Uses the same products
// and sums in the same order as for a group: results are bit-identical. Included once per CPU target.
#if defined(MANNEQUIN_BATCH_POSE_ALONE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MANNEQUIN_BATCH_POSE_ALONE_INL
#undef MANNEQUIN_BATCH_POSE_ALONE_INL
#else
#define MANNEQUIN_BATCH_POSE_ALONE_INL
#endif

#include <hwy/highway.h>

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

using Four = hn::CappedTag<float, 4>;
using F = hn::Vec<Four>;

// pick: numbers a, b of `low` and c, d of `high`. put_into: copies number `from` of v to `to` of `into`.
// take: number `at` from v, the rest from `others`.
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
HWY_INLINE F four(float a, float b, float c, float d) {
  const float numbers[4] = {a, b, c, d};
  return F{vld1q_f32(numbers)};
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
HWY_INLINE F four(float a, float b, float c, float d) { return F{_mm_setr_ps(a, b, c, d)}; }
#endif
template <int a, int b, int c, int d>
HWY_INLINE F pick(F v) {
  return pick<a, b, c, d>(v, v);
}

// A scaled rotation R S: (m00, m11, m22), (m10, m21, m02), (m01, m12, m20).
struct ScaledRotation {
  F diagonal, before, after;
};

// a times the rotation whose numbers are at b.
HWY_INLINE F turned(F a, const float* b) {
  const Four d;
  const hn::Repartition<std::uint32_t, Four> du;
  const std::uint32_t minus = 0x80000000u;
  alignas(16) static constexpr std::uint32_t kZW[4] = {0, 0, minus, minus}, kXW[4] = {minus, 0, 0, minus},
                                             kYW[4] = {0, minus, 0, minus};
  const auto negated = [&](F v, const std::uint32_t* signs) {
    return hn::Xor(v, hn::BitCast(d, hn::Load(du, signs)));
  };
  F r = hn::Mul(negated(pick<3, 2, 1, 0>(a), kZW), hn::Set(d, b[0]));      // w, z, -y, -x
  r = hn::MulAdd(negated(pick<2, 3, 0, 1>(a), kXW), hn::Set(d, b[1]), r);  // -z, w, x, -y
  r = hn::MulAdd(negated(pick<1, 0, 3, 2>(a), kYW), hn::Set(d, b[2]), r);  // y, -x, w, -z
  return hn::MulAdd(a, hn::Set(d, b[3]), r);
}

HWY_INLINE ScaledRotation scaled_rotation(F q, F s) {
  const Four d;
  const F twice = hn::Add(q, q), zero = hn::Zero(d);
  const F squares = hn::Mul(q, twice), products = hn::Mul(q, pick<1, 2, 0, 0>(twice));  // xy, yz, zx
  const F w = pick<3, 3, 3, 3>(q), next = pick<2, 0, 1, 1>(twice);
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
  return {put_into<2, 2>(hn::InterleaveLower(Four(), m.diagonal, m.before), m.after),
          put_into<1, 2>(take<1>(m.diagonal, m.after), m.before),
          put_into<2, 0>(take<2>(m.diagonal, m.after), m.before)};
}

// p + the columns times v[0], v[step], v[2 step].
HWY_INLINE F transform(const Columns& m, F p, const float* v, std::size_t step) {
  const Four d;
  return hn::MulAdd(m.z, hn::Set(d, v[2 * step]),
                    hn::MulAdd(m.y, hn::Set(d, v[step]), hn::MulAdd(m.x, hn::Set(d, v[0]), p)));
}

// The diagonal of children_matrix().
HWY_INLINE F children_diagonal(F q, F s, F diagonal) {
  const F squares = hn::Mul(q, q), pairs = hn::Add(squares, pick<1, 0, 3, 2>(squares));
  const F squared = hn::Add(pairs, pick<2, 3, 0, 1>(pairs));
  return hn::MulAdd(hn::Sub(squared, hn::Set(Four(), 1.0f)), s, diagonal);
}

// A solved joint, kAloneFloats: rotation, position, columns, diagonal of the children's matrix.
HWY_INLINE void keep(const ScaledRotation& m, F p, F q, F s, float* solved) {
  const Four d;
  const Columns c = columns(m);
  hn::Store(q, d, solved);
  hn::Store(p, d, solved + 4);
  hn::Store(c.x, d, solved + 8);
  hn::Store(c.y, d, solved + 12);
  hn::Store(c.z, d, solved + 16);
  hn::Store(children_diagonal(q, s, m.diagonal), d, solved + 20);
}

HWY_INLINE Columns columns_at(const float* solved) {
  const Four d;
  return {hn::Load(d, solved + 8), hn::Load(d, solved + 12), hn::Load(d, solved + 16)};
}

// The matrix that places the children.
HWY_INLINE Columns children_columns_at(const float* solved) {
  const Columns c = columns_at(solved);
  const F diagonal = hn::Load(Four(), solved + 20);
  return {put_into<0, 0>(c.x, diagonal), put_into<1, 1>(c.y, diagonal), put_into<2, 2>(c.z, diagonal)};
}

// All joints, without a branch: a rest rotation is multiplied like any other. solved: mRoot, then the nodes.
template <std::size_t kStride>
HWY_INLINE void solve_alone(std::span<const NodeStep> steps, const float* local, const float* root,
                            std::size_t rotation_place, float* HWY_RESTRICT solved) {
  const Four d;
  const F q0 = four(root[3 * kStride], root[4 * kStride], root[5 * kStride], root[6 * kStride]);
  const F p0 = four(root[0], root[kStride], root[2 * kStride], 0.0f);
  const F one = hn::Set(d, 1.0f);
  keep(scaled_rotation(q0, one), p0, q0, one, solved);
  for (const NodeStep& step : steps) {
    const float* above = solved + step.parent * kAloneFloats;
    const float* own = local + step.node * kNodeRows * kStride;
    const F p = transform(children_columns_at(above), hn::Load(d, above + 4), own, kStride);
    const F q = turned(hn::Load(d, above), own + kRotationRow * kStride + rotation_place);
    F s;
    if constexpr (kStride == 1)
      s = hn::LoadU(d, own + kScaleRow);
    else
      s = four(own[3 * kStride], own[4 * kStride], own[5 * kStride], 0.0f);
    keep(scaled_rotation(q, s), p, q, s, solved + (step.node + 1) * kAloneFloats);
  }
}

HWY_INLINE void write_translated(const PaletteOutput& output, const float* solved, float* out) {
  const Four d;
  const Columns c = columns_at(solved);
  const float translation[3] = {output.bind[3], output.bind[7], output.bind[11]};
  const F in[4] = {c.x, c.y, c.z, transform(c, hn::Load(d, solved + 4), translation, 1)};
  F rows[4];
  transpose_blocks(d, in, rows);
  for (int r = 0; r < 3; ++r) hn::StoreU(rows[r], d, out + 4 * r);
}

HWY_INLINE void write_general(const PaletteOutput& output, const float* solved, float* out) {
  const Four d;
  const Columns c = columns_at(solved);
  const float translation[3] = {output.bind[3], output.bind[7], output.bind[11]};
  const F t = transform(c, hn::Load(d, solved + 4), translation, 1);
  const F bind[3] = {hn::LoadU(d, output.bind), hn::LoadU(d, output.bind + 4), hn::LoadU(d, output.bind + 8)};
  const auto row = [&](F x, F y, F z) {
    return hn::MulAdd(z, bind[2], hn::MulAdd(y, bind[1], hn::MulAdd(x, bind[0], hn::Zero(d))));
  };
  const F r0 = row(pick<0, 0, 0, 0>(c.x), pick<0, 0, 0, 0>(c.y), pick<0, 0, 0, 0>(c.z));
  const F r1 = row(pick<1, 1, 1, 1>(c.x), pick<1, 1, 1, 1>(c.y), pick<1, 1, 1, 1>(c.z));
  const F r2 = row(pick<2, 2, 2, 2>(c.x), pick<2, 2, 2, 2>(c.y), pick<2, 2, 2, 2>(c.z));
  hn::StoreU(put_into<0, 3>(r0, t), d, out);
  hn::StoreU(put_into<1, 3>(r1, t), d, out + 4);
  hn::StoreU(put_into<2, 3>(r2, t), d, out + 8);
}

void pose_lane(const BatchTables& tables, const BatchGroup& group, std::size_t lane,
               std::span<const PaletteTarget> targets, float* scratch) {
  static constexpr auto kPlaces = rotation_places();
  if (group.lanes == 1)
    solve_alone<1>(tables.by_depth(), group.local, group.root, 0, scratch);
  else
    // Unlike its position in a row, the storage of a rotation does not depend on the lane.
    solve_alone<kBatchLanes>(tables.by_depth(), group.local + lane, group.root + lane,
                             kPlaces[lane] * 4u - lane, scratch);
  const float* solved = scratch + kAloneFloats;
  const auto place = [&](const PaletteOutput& output) {
    const PaletteTarget& target = targets[output.skin];
    return target.first + lane * target.stride + output.slot * 12;
  };
  for (const PaletteOutput& output : tables.translated_outputs())
    write_translated(output, solved + output.node * kAloneFloats, place(output));
  for (const PaletteOutput& output : tables.general_outputs())
    write_general(output, solved + output.node * kAloneFloats, place(output));
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
