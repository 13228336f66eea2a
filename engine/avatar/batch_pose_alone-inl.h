// One avatar's local values to palettes, the numbers of one joint side by side. The same products and sums in
// the same order as for a group, so that the results are the same bits. Included once per CPU target.
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

void pose_lane(const BatchDefinition& definition, const BatchGroup& group, std::size_t lane,
               std::span<const PaletteTarget> targets, float* scratch) {
  const hn::CappedTag<float, 1> d;
  if (group.lanes == 1) {
    place_root<1>(d, group.root, scratch);
    for (std::size_t n = 0; n < definition.nodes().size(); ++n)
      solve_node<1>(d, definition, definition.nodes()[n], group.set[n], group.local + n * kNodeRows, scratch,
                    targets, 0);
  } else {
    place_root<kBatchLanes>(d, group.root + lane, scratch);
    for (std::size_t n = 0; n < definition.nodes().size(); ++n)
      solve_node<kBatchLanes>(d, definition, definition.nodes()[n], group.set[n],
                              group.local + n * kNodeRows * kBatchLanes + lane, scratch, targets, lane);
  }
}

#else

using Four = hn::CappedTag<float, 4>;
using F = hn::Vec<Four>;

// Numbers a, b of `low` and c, d of `high`.
template <int a, int b, int c, int d>
HWY_INLINE F pick(F low, F high) {
  return F{_mm_shuffle_ps(low.raw, high.raw, _MM_SHUFFLE(d, c, b, a))};
}
template <int a, int b, int c, int d>
HWY_INLINE F pick(F v) {
  return pick<a, b, c, d>(v, v);
}
// Number `from` of v put to place `to` of `into`.
template <int from, int to>
HWY_INLINE F put_into(F into, F v) {
  return F{_mm_insert_ps(into.raw, v.raw, from << 6 | to << 4)};
}

// A scaled rotation R S: (m00, m11, m22), (m10, m21, m02), (m01, m12, m20).
struct Stretch {
  F diagonal, before, after;
};

// A solved joint as its children read it.
struct Solved {
  F rotation, position, columns[3];
};

HWY_INLINE F turned(F a, F b) {
  const Four d;
  alignas(16) static constexpr std::uint32_t kLast[4] = {0, 0, 0, 0x80000000u};
  const F minus_last = hn::BitCast(d, hn::Load(hn::Repartition<std::uint32_t, Four>(), kLast));
  F r = hn::Mul(pick<3, 3, 3, 3>(a), b);
  r = hn::MulAdd(hn::Xor(pick<0, 1, 2, 0>(a), minus_last), pick<3, 3, 3, 0>(b), r);
  r = hn::MulAdd(hn::Xor(pick<1, 2, 0, 1>(a), minus_last), pick<2, 0, 1, 1>(b), r);
  return hn::NegMulAdd(pick<2, 0, 1, 2>(a), pick<1, 2, 0, 2>(b), r);
}

HWY_INLINE Stretch stretched(F q, F s) {
  const Four d;
  const F twice = hn::Add(q, q), zero = hn::Zero(d);
  const F zzy = pick<2, 2, 1, 1>(q), zzy2 = pick<2, 2, 1, 1>(twice);
  const F yxx = pick<1, 0, 0, 0>(q), yxx2 = pick<1, 0, 0, 0>(twice);
  const F products = hn::Mul(pick<0, 1, 0, 0>(q), pick<1, 2, 2, 2>(twice));  // xy, yz, xz
  const F w = pick<3, 3, 3, 3>(q), zxy2 = pick<2, 0, 1, 1>(twice);
  Stretch m;
  m.diagonal = hn::NegMulAdd(zzy, zzy2, hn::NegMulAdd(yxx, yxx2, hn::Set(d, 1.0f)));
  m.before = hn::MulAdd(w, zxy2, products);
  m.after = hn::NegMulAdd(w, zxy2, products);
  m.diagonal = hn::MulAdd(m.diagonal, s, zero);
  m.before = hn::MulAdd(m.before, s, zero);
  m.after = hn::MulAdd(m.after, pick<1, 2, 0, 0>(s), zero);
  return m;
}

HWY_INLINE void keep(const Stretch& m, F p, F q, float* slot) {
  const Four d;
  hn::Store(q, d, slot);
  hn::Store(p, d, slot + 4);
  hn::Store(put_into<2, 2>(F{_mm_unpacklo_ps(m.diagonal.raw, m.before.raw)}, m.after), d, slot + 8);
  hn::Store(put_into<1, 2>(F{_mm_blend_ps(m.after.raw, m.diagonal.raw, 2)}, m.before), d, slot + 12);
  hn::Store(put_into<2, 0>(F{_mm_blend_ps(m.after.raw, m.diagonal.raw, 4)}, m.before), d, slot + 16);
}

// (a, b, c | number `r` of p) times the rows of joint_from_bind.
template <int r>
HWY_INLINE void store_palette_row(F a, F b, F c, F p, const F bind[3], float* out) {
  const Four d;
  const F place{_mm_insert_ps(p.raw, p.raw, r << 6 | 3 << 4 | 7)};  // (0, 0, 0, p)
  hn::StoreU(hn::MulAdd(c, bind[2], hn::MulAdd(b, bind[1], hn::MulAdd(a, bind[0], place))), d, out);
}

template <std::size_t kStride>
HWY_INLINE void pose_alone(const BatchDefinition& definition, const BatchGroup& group, std::size_t lane,
                           std::size_t rotation_place, std::span<const PaletteTarget> targets,
                           float* scratch) {
  const Four d;
  const float* root = group.root + lane;
  const auto root_number = [&](std::size_t row) { return root[row * kStride]; };
  alignas(16) const float root_rotation[4] = {root_number(3), root_number(4), root_number(5), root_number(6)};
  alignas(16) const float root_position[4] = {root_number(0), root_number(1), root_number(2), 0.0f};
  const F root_q = hn::Load(d, root_rotation);
  keep(stretched(root_q, hn::Set(d, 1.0f)), hn::Load(d, root_position), root_q, scratch);

  const float* local = group.local;
  const SetLanes* set = group.set;
  const PaletteOutput* outputs = definition.outputs().data();
  for (const PoseNode& node : definition.nodes()) {
    const float* above = scratch + node.parent_slot * kSlotRows * kBatchLanes;
    const float* numbers = local + lane;
    F p = hn::Load(d, above + 4);
    for (std::size_t k = 0; k < 3; ++k)
      p = hn::MulAdd(hn::Load(d, above + 8 + 4 * k), hn::Set(d, numbers[k * kStride]), p);
    F q = hn::Load(d, above);
    if (set->rotation != 0)
      q = turned(q, hn::LoadU(d, local + kRotationRow * kStride + rotation_place * 4));
    else if (!node.unrotated_at_rest)
      q = turned(q, hn::LoadU(d, node.rest + kRotationRow));
    F s;
    if constexpr (kStride == 1)
      s = hn::LoadU(d, numbers + kScaleRow);
    else
      s = F{_mm_setr_ps(numbers[3 * kStride], numbers[4 * kStride], numbers[5 * kStride], 0.0f)};
    const Stretch m = stretched(q, s);
    if (node.own_slot != kNoRow) keep(m, p, q, scratch + node.own_slot * kSlotRows * kBatchLanes);
    for (std::uint32_t o = node.output_begin; o < node.output_end; ++o) {
      const PaletteOutput& output = outputs[o];
      float* out = targets[output.skin].first + lane * targets[output.skin].stride + output.slot * 12;
      const F bind[3] = {hn::LoadU(d, output.bind), hn::LoadU(d, output.bind + 4),
                         hn::LoadU(d, output.bind + 8)};
      store_palette_row<0>(pick<0, 0, 0, 0>(m.diagonal), pick<0, 0, 0, 0>(m.after),
                           pick<2, 2, 2, 2>(m.before), p, bind, out);
      store_palette_row<1>(pick<0, 0, 0, 0>(m.before), pick<1, 1, 1, 1>(m.diagonal),
                           pick<1, 1, 1, 1>(m.after), p, bind, out + 4);
      store_palette_row<2>(pick<2, 2, 2, 2>(m.after), pick<1, 1, 1, 1>(m.before),
                           pick<2, 2, 2, 2>(m.diagonal), p, bind, out + 8);
    }
    local += kNodeRows * kStride;
    ++set;
  }
}

void pose_lane(const BatchDefinition& definition, const BatchGroup& group, std::size_t lane,
               std::span<const PaletteTarget> targets, float* scratch) {
  constexpr auto kPlaces = rotation_places();
  if (group.lanes == 1)
    pose_alone<1>(definition, group, 0, 0, targets, scratch);
  else
    pose_alone<kBatchLanes>(definition, group, lane, kPlaces[lane], targets, scratch);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
