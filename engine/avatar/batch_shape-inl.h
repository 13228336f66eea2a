// Sliders to weights, weights to local positions and scales. Included once per CPU target.
#if defined(MANNEQUIN_BATCH_SHAPE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MANNEQUIN_BATCH_SHAPE_INL
#undef MANNEQUIN_BATCH_SHAPE_INL
#else
#define MANNEQUIN_BATCH_SHAPE_INL
#endif

#include <hwy/highway.h>

#include "engine/avatar/batch_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using GroupTag = hn::CappedTag<float, kBatchLanes>;
using LaneTag = hn::CappedTag<float, 1>;

// As driven_weight(), tests in the same order.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V driven(D d, const Ramp& ramp, V w) {
  const auto min1 = hn::Set(d, ramp.min1), max1 = hn::Set(d, ramp.max1);
  const auto max2 = hn::Set(d, ramp.max2), min2 = hn::Set(d, ramp.min2);
  const auto high = hn::Set(d, ramp.high);
  const V rising = hn::MulAdd(hn::Sub(w, min1), hn::Set(d, ramp.rise), hn::Set(d, ramp.low));
  const V falling = hn::NegMulAdd(hn::Sub(w, max2), hn::Set(d, ramp.fall), high);
  V made = hn::IfThenElse(hn::Le(w, min2), falling, hn::Set(d, ramp.last));
  made = hn::IfThenElse(hn::Le(w, max2), high, made);
  made = hn::IfThenElse(hn::Le(w, max1), rising, made);
  return hn::IfThenElse(hn::Le(w, min1), hn::Set(d, ramp.first), made);
}

// values, local: the lane's element of the first row.
template <class D>
HWY_INLINE void weigh(D d, const PrunedAppearance& pruned, const WeightStep& step, float* values) {
  auto w = hn::Load(d, values + step.from * kBatchLanes);
  if (step.driven) w = driven(d, step.ramp, w);
  if (step.weight != kNoRow) hn::Store(w, d, values + step.weight * kBatchLanes);
  if (step.effective == kNoRow) return;
  if (step.sex != SexFilter::both) {
    const auto other = hn::Set(d, step.default_weight);
    if (pruned.male_row() == kNoRow) {
      if (step.sex == SexFilter::male) w = other;
    } else {
      const auto male = hn::Gt(hn::Load(d, values + pruned.male_row() * kBatchLanes), hn::Set(d, 0.5f));
      w = step.sex == SexFilter::male ? hn::IfThenElse(male, w, other) : hn::IfThenElse(male, other, w);
    }
  }
  hn::Store(w, d, values + step.effective * kBatchLanes);
}

// `set`: the lanes, from this one on, whose value is not the sliders'.
template <class D>
HWY_INLINE void shape(D d, const PrunedAppearance& pruned, const ShapeRow& row, const float* values,
                      float* local, unsigned set) {
  const ShapeEntry* entries = pruned.entries().data();
  auto sum = hn::Set(d, row.start);
  for (std::uint32_t e = row.begin; e < row.end; ++e)
    sum = hn::MulAdd(hn::Load(d, values + entries[e].row * kBatchLanes), hn::Set(d, entries[e].delta), sum);
  float* out = local + (row.joint * kNodeRows + row.component) * kBatchLanes;
  if (HWY_UNLIKELY(set != 0)) {
    const std::uint8_t bits[8] = {static_cast<std::uint8_t>(set), static_cast<std::uint8_t>(set >> 8)};
    sum = hn::IfThenElse(hn::LoadMaskBits(d, bits), hn::Load(d, out), sum);
  }
  hn::Store(sum, d, out);
}

inline unsigned lanes_set(const BatchGroup& group, const ShapeRow& row) {
  const SetLanes& set = group.set[row.joint];
  return row.component < kScaleRow ? set.position : set.scale;
}

void weigh_group(const PrunedAppearance& pruned, const BatchGroup& group) {
  const GroupTag d;
  for (const WeightStep& step : pruned.steps())
    for (std::size_t lane = 0; lane < kBatchLanes; lane += hn::Lanes(d))
      weigh(d, pruned, step, group.values + lane);
}

void shape_group(const PrunedAppearance& pruned, const BatchGroup& group) {
  const GroupTag d;
  for (const ShapeRow& row : pruned.shape_rows()) {
    const unsigned set = lanes_set(group, row);
    for (std::size_t lane = 0; lane < kBatchLanes; lane += hn::Lanes(d))
      shape(d, pruned, row, group.values + lane, group.local + lane,
            (set >> lane) & ((1u << hn::Lanes(d)) - 1));
  }
}

void weigh_lane(const PrunedAppearance& pruned, const BatchGroup& group, std::size_t lane,
                std::span<const std::uint32_t> steps) {
  for (const std::uint32_t s : steps) weigh(LaneTag(), pruned, pruned.steps()[s], group.values + lane);
}

void shape_lane(const PrunedAppearance& pruned, const BatchGroup& group, std::size_t lane,
                std::span<const std::uint32_t> shape_rows) {
  for (const std::uint32_t r : shape_rows) {
    const ShapeRow& row = pruned.shape_rows()[r];
    shape(LaneTag(), pruned, row, group.values + lane, group.local + lane,
          (lanes_set(group, row) >> lane) & 1u);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
