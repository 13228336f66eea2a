#include "engine/avatar/batch_state.h"

#include <algorithm>

namespace mannequin {
namespace {

constexpr std::size_t kRootRows = 7;

}  // namespace

BatchState::BatchState(const BatchTables& tables, std::size_t lanes, const std::uint8_t* rotation_place)
    : lanes_(lanes), rotation_place_(rotation_place), set_(tables.nodes().size()) {
  const std::size_t local = tables.nodes().size() * kNodeRows * lanes, root = kRootRows * lanes;
  memory_.assign(local + root + tables.pruned().value_rows() * lanes, 0.0f);
  local_ = memory_.data();
  root_ = local_ + local;
  values_ = root_ + root;
  for (std::size_t lane = 0; lane < lanes; ++lane) reset(tables, lane);
}

void BatchState::reset(const BatchTables& tables, std::size_t lane) {
  const PrunedAppearance& pruned = tables.pruned();
  for (std::size_t k = 0; k < pruned.sliders().size(); ++k)
    value(k, lane) = pruned.sliders()[k].default_weight;
  for (std::size_t n = 0; n < set_.size(); ++n) {
    put(set_[n].position, lane, false);
    put(set_[n].scale, lane, false);
    put(set_[n].rotation, lane, false);
    const float* rest = tables.nodes()[n].rest;
    for (std::size_t row = 0; row < kRotationRow; ++row) local(n, row, lane) = rest[row];
    std::copy_n(rest + kRotationRow, 4, rotation(n, lane));
  }
  for (std::size_t row = 0; row < kRootRows; ++row) root(row, lane) = row + 1 == kRootRows ? 1.0f : 0.0f;
  for (LaneBits* bits : {&shape_due, &pose_due, &placed, &by_hand, &exact}) put(*bits, lane, false);
}

void BatchState::copy_lane(std::size_t lane, const BatchState& from, std::size_t from_lane) {
  // Values and root consist only of rows; a node's rotation does not.
  for (float *to = root_ + lane, *of = from.root_ + from_lane; to < memory_.data() + memory_.size();
       to += lanes_, of += lanes_)
    *to = *of;
  for (std::size_t n = 0; n < set_.size(); ++n) {
    for (std::size_t row = 0; row < kRotationRow; ++row) local(n, row, lane) = from.local(n, row, from_lane);
    std::copy_n(from.rotation(n, from_lane), 4, rotation(n, lane));
    put(set_[n].position, lane, has(from.set_[n].position, from_lane));
    put(set_[n].scale, lane, has(from.set_[n].scale, from_lane));
    put(set_[n].rotation, lane, has(from.set_[n].rotation, from_lane));
  }
  put(shape_due, lane, has(from.shape_due, from_lane));
  put(pose_due, lane, has(from.pose_due, from_lane));
  put(placed, lane, has(from.placed, from_lane));
  put(by_hand, lane, has(from.by_hand, from_lane));
  put(exact, lane, has(from.exact, from_lane));
}

std::size_t BatchExtras::bytes() const {
  // A node of a map holds its pair and about four words more.
  constexpr std::size_t kMapNode = sizeof(SliderValues::value_type) + 4 * sizeof(void*);
  return sizeof *this +
         (worn_positions.capacity() + worn_scales.capacity() + posed_positions.capacity()) * sizeof(Placed) +
         by_hand.capacity() * sizeof(std::uint32_t) + exact_values.capacity() * sizeof(float) +
         (requested ? requested->size() * kMapNode : 0);
}

std::size_t BatchOutfit::bytes() const {
  return sizeof *this + rigs.capacity() * sizeof(rigs[0]) + first.capacity() * sizeof(std::size_t) +
         palettes.capacity() * sizeof(float);
}

}  // namespace mannequin
