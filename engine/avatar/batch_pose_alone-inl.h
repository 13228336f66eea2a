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

// a times the rotation whose numbers stand at b.
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

HWY_INLINE Stretch stretched(F q, F s) {
  const Four d;
  const F twice = hn::Add(q, q), zero = hn::Zero(d);
  const F squares = hn::Mul(q, twice), products = hn::Mul(q, pick<1, 2, 0, 0>(twice));  // xy, yz, zx
  const F w = pick<3, 3, 3, 3>(q), next = pick<2, 0, 1, 1>(twice);
  Stretch m;
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

HWY_INLINE Columns columns(const Stretch& m) {
  return {put_into<2, 2>(F{_mm_unpacklo_ps(m.diagonal.raw, m.before.raw)}, m.after),
          put_into<1, 2>(F{_mm_blend_ps(m.after.raw, m.diagonal.raw, 2)}, m.before),
          put_into<2, 0>(F{_mm_blend_ps(m.after.raw, m.diagonal.raw, 4)}, m.before)};
}

// p + the columns times v[0], v[step], v[2 step].
HWY_INLINE F transform(const Columns& m, F p, const float* v, std::size_t step) {
  const Four d;
  return hn::MulAdd(m.z, hn::Set(d, v[2 * step]),
                    hn::MulAdd(m.y, hn::Set(d, v[step]), hn::MulAdd(m.x, hn::Set(d, v[0]), p)));
}

// A slot: rotation, position, columns.
HWY_INLINE void keep(const Columns& m, F p, F q, float* slot) {
  const Four d;
  hn::Store(q, d, slot);
  hn::Store(p, d, slot + 4);
  hn::Store(m.x, d, slot + 8);
  hn::Store(m.y, d, slot + 12);
  hn::Store(m.z, d, slot + 16);
}

// For a joint_from_bind that turns or scales. Not inline: its many operands would be made ready for every
// joint.
HWY_NOINLINE void write_general(const PaletteOutput& output, const Columns& c, F t, float* out) {
  const Four d;
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

HWY_INLINE void write_output(const PaletteOutput& output, const Columns& c, F p, float* out) {
  const Four d;
  const float translation[3] = {output.bind[3], output.bind[7], output.bind[11]};
  const F t = transform(c, p, translation, 1);
  if (!output.translated_only) return write_general(output, c, t, out);
  const F in[4] = {c.x, c.y, c.z, t};
  F rows[4];
  transpose_blocks(d, in, rows);
  for (int r = 0; r < 3; ++r) hn::StoreU(rows[r], d, out + 4 * r);
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
  keep(columns(stretched(root_q, hn::Set(d, 1.0f))), hn::Load(d, root_position), root_q, scratch);

  const float* local = group.local;
  const SetLanes* set = group.set;
  const PaletteOutput* outputs = definition.outputs().data();
  for (const PoseNode& node : definition.nodes()) {
    const float* above = scratch + node.parent_slot * kSlotRows * kBatchLanes;
    const float* numbers = local + lane;
    const Columns parent{hn::Load(d, above + 8), hn::Load(d, above + 12), hn::Load(d, above + 16)};
    const F p = transform(parent, hn::Load(d, above + 4), numbers, kStride);
    F q = hn::Load(d, above);
    if (set->rotation != 0)
      q = turned(q, local + kRotationRow * kStride + rotation_place * 4);
    else if (!node.unrotated_at_rest)
      q = turned(q, node.rest + kRotationRow);
    F s;
    if constexpr (kStride == 1)
      s = hn::LoadU(d, numbers + kScaleRow);
    else
      s = F{_mm_setr_ps(numbers[3 * kStride], numbers[4 * kStride], numbers[5 * kStride], 0.0f)};
    const Columns c = columns(stretched(q, s));
    if (node.own_slot != kNoRow) keep(c, p, q, scratch + node.own_slot * kSlotRows * kBatchLanes);
    for (std::uint32_t o = node.output_begin; o < node.output_end; ++o) {
      const PaletteTarget& target = targets[outputs[o].skin];
      write_output(outputs[o], c, p, target.first + lane * target.stride + outputs[o].slot * 12);
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
