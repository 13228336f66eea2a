// From sliders to weights, from weights to local positions and scales. Included once per CPU target.
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

// Like driven_weight(), tests in the same order; most ramps only rise or only fall.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V driven(D d, const Ramp& ramp, V w) {
  if (ramp.one_sided) {
    const V from = hn::Set(d, ramp.from);
    const V within = hn::Min(hn::Max(w, from), hn::Set(d, ramp.to));
    return hn::MulAdd(hn::Sub(within, from), hn::Set(d, ramp.slope), hn::Set(d, ramp.base));
  }
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
template <std::size_t kStride, class D>
HWY_INLINE void weigh(D d, const PrunedAppearance& pruned, const WeightStep& step, float* values) {
  auto w = hn::Load(d, values + step.from * kStride);
  if (step.driven) w = driven(d, step.ramp, w);
  if (step.weight != kNoRow) hn::Store(w, d, values + step.weight * kStride);
  if (step.effective == kNoRow) return;
  if (step.sex != SexFilter::both) {
    const auto other = hn::Set(d, step.default_weight);
    if (pruned.male_row() == kNoRow) {
      if (step.sex == SexFilter::male) w = other;
    } else {
      const auto male = hn::Gt(hn::Load(d, values + pruned.male_row() * kStride), hn::Set(d, 0.5f));
      w = step.sex == SexFilter::male ? hn::IfThenElse(male, w, other) : hn::IfThenElse(male, other, w);
    }
  }
  hn::Store(w, d, values + step.effective * kStride);
}

// The sums of one run. Count: entries per row, 0 if only known to the run.
template <std::size_t kStride, std::size_t kCount, class D>
HWY_INLINE void shape_run(D d, const ShapeRun& run, const float* HWY_RESTRICT values,
                          float* HWY_RESTRICT local) {
  constexpr std::size_t kLanes = hn::MaxLanes(D()), kVectors = kLanes == 1 ? 1 : kStride / kLanes;
  const std::size_t count = kCount != 0 ? kCount : run.count;
  const ShapeEntry* HWY_RESTRICT entry = run.entries.data();
  for (const ShapeRun::Row& row : run.rows) {
    hn::Vec<D> sum[kVectors];
    for (auto& part : sum) part = hn::Set(d, row.start);
    for (std::size_t e = 0; e < count; ++e, ++entry) {
      const auto delta = hn::Set(d, entry->delta);
      const float* HWY_RESTRICT from = values + entry->row * kStride;
      for (std::size_t v = 0; v < kVectors; ++v)
        sum[v] = hn::MulAdd(hn::Load(d, from + v * kLanes), delta, sum[v]);
    }
    for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sum[v], d, local + row.to * kStride + v * kLanes);
  }
}

template <std::size_t kStride, class D>
HWY_INLINE void shape_runs(D d, std::span<const ShapeRun> runs, const float* values, float* local) {
  for (const ShapeRun& run : runs) {
    if (run.count == 1)
      shape_run<kStride, 1>(d, run, values, local);
    else if (run.count == 2)
      shape_run<kStride, 2>(d, run, values, local);
    else if (run.count == 3)
      shape_run<kStride, 3>(d, run, values, local);
    else
      shape_run<kStride, 0>(d, run, values, local);
  }
}

void weigh_group(const PrunedAppearance& pruned, const BatchGroup& group) {
  const GroupTag d;
  for (const WeightStep& step : pruned.steps())
    for (std::size_t lane = 0; lane < kBatchLanes; lane += hn::Lanes(d))
      weigh<kBatchLanes>(d, pruned, step, group.values + lane);
}

void weigh_lane(const PrunedAppearance& pruned, const BatchGroup& group, std::size_t lane,
                std::span<const std::uint32_t> steps) {
  const WeightStep* all = pruned.steps().data();
  if (group.lanes == 1)
    for (const std::uint32_t s : steps) weigh<1>(LaneTag(), pruned, all[s], group.values);
  else
    for (const std::uint32_t s : steps) weigh<kBatchLanes>(LaneTag(), pruned, all[s], group.values + lane);
}

void weigh_by_hand(const PrunedAppearance& pruned, const BatchGroup& group, std::size_t lane,
                   std::span<const WeightStep> steps) {
  for (const WeightStep& step : steps)
    if (group.lanes == 1)
      weigh<1>(LaneTag(), pruned, step, group.values);
    else
      weigh<kBatchLanes>(LaneTag(), pruned, step, group.values + lane);
}

// Scalar code processes lanes one by one: the runs' loops would be as long as the group is wide.
void shape_group(std::span<const ShapeRun> runs, const BatchGroup& group) {
  if constexpr (hn::MaxLanes(GroupTag()) == 1) {
    for (std::size_t lane = 0; lane < kBatchLanes; ++lane)
      shape_runs<kBatchLanes>(LaneTag(), runs, group.values + lane, group.local + lane);
  } else {
    shape_runs<kBatchLanes>(GroupTag(), runs, group.values, group.local);
  }
}

void shape_rows(std::span<const ShapeRun> runs, const BatchGroup& group, std::size_t lane) {
  if (group.lanes == 1)
    shape_runs<1>(LaneTag(), runs, group.values, group.local);
  else
    shape_runs<kBatchLanes>(LaneTag(), runs, group.values + lane, group.local + lane);
}

// Vector by vector, its three numbers side by side.
template <std::size_t kStride>
HWY_INLINE void shape_vectors(std::span<const VectorRun> runs, const float* HWY_RESTRICT values,
                              float* HWY_RESTRICT local) {
  const hn::CappedTag<float, 4> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d), kVectors = kLanes == 4 ? 1 : 3;
  for (const VectorRun& run : runs) {
    const VectorRun::Effect* HWY_RESTRICT effect = run.effects.data();
    for (const VectorRun::Start& start : run.starts) {
      hn::Vec<decltype(d)> sum[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v)
        sum[v] = kVectors == 1 ? hn::LoadU(d, start.at) : hn::Set(d, start.at[v]);
      for (std::uint32_t e = 0; e < run.count; ++e, ++effect) {
        const auto weight = hn::Set(d, values[effect->value * kStride]);
        for (std::size_t v = 0; v < kVectors; ++v)
          sum[v] = hn::MulAdd(weight, hn::LoadU(d, effect->delta + v), sum[v]);
      }
      for (std::size_t k = 0; k < 3; ++k)
        local[(start.to + k) * kStride] =
            kVectors == 1 ? hn::ExtractLane(sum[0], k) : hn::GetLane(sum[kVectors == 1 ? 0 : k]);
    }
  }
}

void shape_lane(std::span<const VectorRun> runs, const BatchGroup& group, std::size_t lane) {
  if (group.lanes == 1)
    shape_vectors<1>(runs, group.values, group.local);
  else
    shape_vectors<kBatchLanes>(runs, group.values + lane, group.local + lane);
}

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
