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

// As driven_weight(), tests in the same order; most ramps only rise or only fall.
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

// The sums of one run; Count: entries per row, 0 where only the run knows.
template <std::size_t Count>
HWY_INLINE void shape_run(const ShapeRun& run, const float* HWY_RESTRICT values, float* HWY_RESTRICT local) {
  const GroupTag d;
  constexpr std::size_t kLanes = hn::MaxLanes(GroupTag()), kVectors = kBatchLanes / kLanes;
  const std::size_t count = Count != 0 ? Count : run.count;
  const ShapeRun::Entry* HWY_RESTRICT entry = run.entries.data();
  for (const ShapeRun::Row& row : run.rows) {
    hn::Vec<GroupTag> sum[kVectors];
    for (auto& part : sum) part = hn::Set(d, row.start);
    for (std::size_t e = 0; e < count; ++e, ++entry) {
      const auto delta = hn::Set(d, entry->delta);
      const float* HWY_RESTRICT from = values + entry->from;
      for (std::size_t v = 0; v < kVectors; ++v)
        sum[v] = hn::MulAdd(hn::Load(d, from + v * kLanes), delta, sum[v]);
    }
    for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sum[v], d, local + row.to + v * kLanes);
  }
}

void weigh_group(const PrunedAppearance& pruned, const BatchGroup& group) {
  const GroupTag d;
  for (const WeightStep& step : pruned.steps())
    for (std::size_t lane = 0; lane < kBatchLanes; lane += hn::Lanes(d))
      weigh(d, pruned, step, group.values + lane);
}

void shape_group(std::span<const ShapeRun> runs, const BatchGroup& group) {
  for (const ShapeRun& run : runs) switch (run.count) {
      case 1:
        shape_run<1>(run, group.values, group.local);
        break;
      case 2:
        shape_run<2>(run, group.values, group.local);
        break;
      case 3:
        shape_run<3>(run, group.values, group.local);
        break;
      case 4:
        shape_run<4>(run, group.values, group.local);
        break;
      default:
        shape_run<0>(run, group.values, group.local);
    }
}

void weigh_lane(const PrunedAppearance& pruned, const BatchGroup& group, std::size_t lane,
                std::span<const std::uint32_t> steps) {
  for (const std::uint32_t s : steps) weigh(LaneTag(), pruned, pruned.steps()[s], group.values + lane);
}

void shape_lane(const PrunedAppearance& pruned, const BatchGroup& group, std::size_t lane,
                std::span<const std::uint32_t> shape_rows) {
  const LaneTag d;
  const ShapeEntry* entries = pruned.entries().data();
  const float* values = group.values + lane;
  for (const std::uint32_t r : shape_rows) {
    const ShapeRow& row = pruned.shape_rows()[r];
    const SetLanes& set = group.set[row.joint];
    if (((row.component < kScaleRow ? set.position : set.scale) >> lane & 1u) != 0) continue;
    auto sum = hn::Set(d, row.start);
    for (std::uint32_t e = row.begin; e < row.end; ++e)
      sum = hn::MulAdd(hn::Load(d, values + entries[e].row * kBatchLanes), hn::Set(d, entries[e].delta), sum);
    hn::Store(sum, d, group.local + (row.joint * kNodeRows + row.component) * kBatchLanes + lane);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
