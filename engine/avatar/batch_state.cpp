#include "engine/avatar/batch_state.h"

#include <algorithm>
#include <new>

namespace mannequin {
namespace {

constexpr std::size_t kRootRows = 7;

}  // namespace

AlignedFloats::AlignedFloats(std::size_t count) : size_((count + 15) / 16 * 16) {
  if (size_ == 0) return;
  floats_.reset(static_cast<float*>(std::aligned_alloc(64, size_ * sizeof(float))));
  if (!floats_) throw std::bad_alloc();
}

BatchState::BatchState(const BatchDefinition& definition) : set_(definition.nodes().size()) {
  const std::size_t values = definition.pruned().value_rows(), local = definition.nodes().size() * kNodeRows;
  memory_ = AlignedFloats((values + local + kRootRows) * kBatchLanes);
  values_ = memory_.data();
  local_ = values_ + values * kBatchLanes;
  root_ = local_ + local * kBatchLanes;
  std::fill_n(memory_.data(), memory_.size(), 0.0f);
  for (std::size_t lane = 0; lane < kBatchLanes; ++lane) reset(definition, lane);
}

void BatchState::reset(const BatchDefinition& definition, std::size_t lane) {
  const PrunedAppearance& pruned = definition.pruned();
  for (std::size_t k = 0; k < pruned.sliders().size(); ++k)
    value(k, lane) = pruned.sliders()[k].default_weight;
  for (std::size_t n = 0; n < set_.size(); ++n) {
    put(set_[n].position, lane, false);
    put(set_[n].scale, lane, false);
    put(set_[n].rotation, lane, false);
    for (std::size_t row = 0; row < kNodeRows; ++row) local(n, row, lane) = definition.nodes()[n].rest[row];
  }
  for (std::size_t row = 0; row < kRootRows; ++row) root(row, lane) = row + 1 == kRootRows ? 1.0f : 0.0f;
  put(shape_due, lane, false);
  put(pose_due, lane, false);
  put(placed, lane, false);
  put(exact, lane, false);
}

void BatchState::copy_lane(std::size_t lane, const BatchState& from, std::size_t from_lane) {
  const std::size_t rows = memory_.size() / kBatchLanes;
  for (std::size_t row = 0; row < rows; ++row)
    values_[row * kBatchLanes + lane] = from.values_[row * kBatchLanes + from_lane];
  for (std::size_t n = 0; n < set_.size(); ++n) {
    put(set_[n].position, lane, has(from.set_[n].position, from_lane));
    put(set_[n].scale, lane, has(from.set_[n].scale, from_lane));
    put(set_[n].rotation, lane, has(from.set_[n].rotation, from_lane));
  }
  put(shape_due, lane, has(from.shape_due, from_lane));
  put(pose_due, lane, has(from.pose_due, from_lane));
  put(placed, lane, has(from.placed, from_lane));
  put(exact, lane, has(from.exact, from_lane));
}

std::size_t BatchExtras::bytes() const {
  // A node of a map holds its pair and about four words more.
  constexpr std::size_t kMapNode = sizeof(SliderValues::value_type) + 4 * sizeof(void*);
  return sizeof *this +
         (worn_positions.capacity() + worn_scales.capacity() + posed_positions.capacity()) * sizeof(Placed) +
         exact_values.capacity() * sizeof(float) + (requested ? requested->size() * kMapNode : 0);
}

}  // namespace mannequin
