// AvatarBatch: its avatars and their inputs.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>

#include "engine/avatar/avatar_batch_work.h"
#include "engine/math/finite.h"

namespace mannequin {
namespace {

// weight: a number; clamped before rounding, as the bounds are exact only in double precision.
template <typename Setting>
float clamped(const Setting& setting, double weight) {
  return static_cast<float>(std::clamp(weight, setting.min, setting.max));
}

// From how many lanes on evaluating them one by one costs as much as the whole group; measured.
std::size_t group_from(CpuTarget target) {
  switch (target) {
    case CpuTarget::avx512:
    case CpuTarget::avx2:
      return 4;
    case CpuTarget::sse4:
    case CpuTarget::neon:
      return 8;
    case CpuTarget::wasm:  // not measured: the page has no crowds
    case CpuTarget::scalar:
      break;
  }
  return kBatchLanes;
}

}  // namespace

AvatarBatch::Work::Work(std::shared_ptr<const BatchDefinition> definition, const BatchOptions& options)
    : definition_(std::move(definition)),
      tables_(definition_->tables()),
      kernels_(&batch_kernels(options.target)),
      lanes_(options.lanes),
      group_from_(lanes_ == 1 ? 2 : group_from(options.target)),
      palettes_(tables_.palette_sizes().size()),
      all_steps_(tables_.pruned().steps().size()),
      parallel_(options.threads) {
  // A few pieces per thread, so that none waits long for another's last one.
  const std::size_t pieces = parallel_.threads() == 1 ? 1 : parallel_.threads() * 4;
  for (std::size_t p = 0; p < pieces; ++p) scratch_.emplace_back(tables_.scratch_floats());
  targets_.assign(pieces, std::vector<PaletteTarget>(palettes_.size()));
  std::iota(all_steps_.begin(), all_steps_.end(), 0u);
  once_placed_.reserve(tables_.nodes().size() * 2);
  reserve(options.capacity);
}

// Palettes are kept for whole groups: a group writes all its lanes.
void AvatarBatch::Work::reserve(std::size_t avatars) {
  const std::size_t groups = groups_for(avatars);
  if (groups <= groups_.size()) return;
  extras_.reserve(groups * lanes_);
  outfits_.reserve(groups * lanes_);
  const std::size_t before = groups_.size() * lanes_, after = groups * lanes_;
  for (std::size_t k = 0; k < palettes_.size(); ++k) {
    const std::size_t one = tables_.palette_sizes()[k] * 12;
    AlignedVector<float> grown(after * one);
    std::copy_n(palettes_[k].data(), before * one, grown.data());
    for (std::size_t avatar = before; avatar < after; ++avatar)
      for (std::size_t i = 0; i < one; ++i)
        grown.data()[avatar * one + i] = i + 12 >= one && (i + 12 - one) % 5 == 0 ? 1.0f : 0.0f;
    palettes_[k] = std::move(grown);
  }
  groups_.reserve(groups);
  while (groups_.size() < groups) groups_.emplace_back(tables_, lanes_, kernels_->rotation_place.data());
}

std::size_t AvatarBatch::Work::add_avatar() {
  // Grows by half, so that adding avatars one by one copies each palette only a few times.
  if (size_ == groups_.size() * lanes_) reserve(size_ + size_ / 2 + 1);
  extras_.emplace_back();
  outfits_.emplace_back();
  put(group(size_).shape_due, lane_of(size_), true);
  put(group(size_).pose_due, lane_of(size_), true);
  return size_++;
}

void AvatarBatch::Work::remove_avatar(std::size_t avatar) {
  assert(avatar < size_);
  const std::size_t last = size_ - 1;
  if (avatar != last) {
    group(avatar).copy_lane(lane_of(avatar), group(last), lane_of(last));
    extras_[avatar] = std::move(extras_[last]);
    outfits_[avatar] = std::move(outfits_[last]);
    for (std::size_t k = 0; k < palettes_.size(); ++k) {
      const std::size_t one = tables_.palette_sizes()[k] * 12;
      std::copy_n(palettes_[k].data() + last * one, one, palettes_[k].data() + avatar * one);
    }
  }
  group(last).reset(tables_, lane_of(last));
  extras_.pop_back();
  outfits_.pop_back();
  --size_;
}

void AvatarBatch::Work::set_sliders(std::size_t avatar, const SliderValues& sliders) {
  assert(avatar < size_);
  BatchState& state = group(avatar);
  const std::size_t lane = lane_of(avatar);
  const PrunedAppearance& pruned = tables_.pruned();
  std::vector<std::uint32_t>& by_hand = extras_[avatar].by_hand;
  by_hand.clear();
  // Both ascend by id.
  auto request = sliders.begin();
  bool covered = true;
  for (const PrunedParameter& parameter : pruned.parameters()) {
    while (request != sliders.end() && request->first < parameter.id) ++request;
    const bool named = request != sliders.end() && request->first == parameter.id;
    // For a parameter that is not transmitted, NaN means nothing.
    const bool a_number = named && !std::isnan(request->second);
    if (named && parameter.transmitted && !a_number) covered = false;
    if (a_number && !parameter.transmitted) {
      if (parameter.by_hand == kNoRow) {
        covered = false;
      } else {
        const HandSetting& setting = pruned.hand_settings()[parameter.by_hand];
        state.value(setting.row, lane) = clamped(setting, request->second);
        by_hand.push_back(parameter.by_hand);
      }
    }
    if (parameter.slider == kNoRow) continue;
    const PrunedSlider& slider = pruned.sliders()[parameter.slider];
    state.value(parameter.slider, lane) =
        a_number && parameter.transmitted ? clamped(slider, request->second) : slider.default_weight;
  }
  if (!covered) return request_exactly(avatar, sliders);
  put(state.by_hand, lane, !by_hand.empty());
  forget_exact(avatar);
  put(state.shape_due, lane, true);
  put(state.pose_due, lane, true);
}

void AvatarBatch::Work::set_sliders(std::size_t avatar, std::span<const double> requested) {
  assert(avatar < size_ && requested.size() == tables_.character().appearance.size());
  BatchState& state = group(avatar);
  const std::size_t lane = lane_of(avatar);
  const std::span<const PrunedSlider> sliders = tables_.pruned().sliders();
  for (std::size_t k = 0; k < sliders.size(); ++k) {
    const double asked = requested[static_cast<std::size_t>(sliders[k].parameter)];
    state.value(k, lane) =
        !sliders[k].settable || std::isnan(asked) ? sliders[k].default_weight : clamped(sliders[k], asked);
  }
  forget_by_hand(avatar);
  forget_exact(avatar);
  put(state.shape_due, lane, true);
  put(state.pose_due, lane, true);
}

void AvatarBatch::Work::set_slider(std::size_t avatar, int parameter, double weight) {
  assert(avatar < size_);
  const PrunedParameter* found = tables_.pruned().find(parameter);
  if (found == nullptr) return;
  BatchState& state = group(avatar);
  const std::size_t lane = lane_of(avatar);
  const bool covered = !std::isnan(weight) && (found->transmitted || found->by_hand != kNoRow);
  if (has(state.exact, lane) || !covered) {
    SliderValues all = requests(avatar);
    all[parameter] = weight;
    return set_sliders(avatar, all);
  }
  if (!found->transmitted) return set_by_hand(avatar, found->by_hand, weight);
  if (found->slider == kNoRow) return;  // a driver set later decides
  const PrunedSlider& slider = tables_.pruned().sliders()[found->slider];
  state.value(found->slider, lane) = clamped(slider, weight);
  if (has(state.shape_due, lane)) return;
  kernels_->weigh_lane(tables_.pruned(), state.view(), lane, slider.steps);
  if (has(state.by_hand, lane)) weigh_by_hand(avatar);
  kernels_->shape_rows(tables_.touched(found->slider), state.view(), lane);
  if (has(state.placed, lane)) write_placed(avatar);
  if (!slider.shape_rows.empty()) put(state.pose_due, lane, true);
}

// The requests of an avatar on which some joint depends.
SliderValues AvatarBatch::Work::requests(std::size_t avatar) const {
  if (extras_[avatar].requested) return *extras_[avatar].requested;
  SliderValues all;
  for (const PrunedParameter& parameter : tables_.pruned().parameters())
    if (parameter.transmitted && parameter.slider != kNoRow)
      all[parameter.id] = group(avatar).value(parameter.slider, lane_of(avatar));
  for (const std::uint32_t place : extras_[avatar].by_hand) {
    const HandSetting& setting = tables_.pruned().hand_settings()[place];
    const int id = tables_.character().appearance[setting.parameter].id;
    all[id] = group(avatar).value(setting.row, lane_of(avatar));
  }
  return all;
}

// A transmitted parameter that is not set at all changes which parameter sets which last. This is rare, so
// evaluate_weights() computes the weights of such an avatar, and the passes over its group only copy them.
void AvatarBatch::Work::request_exactly(std::size_t avatar, SliderValues requested) {
  const Character& character = tables_.character();
  set_weights(avatar, evaluate_weights(character.appearance, with_defaults(character.appearance, requested)));
  extras_[avatar].requested = std::move(requested);
}

void AvatarBatch::Work::set_weights(std::size_t avatar, const ParameterWeights& weights) {
  assert(avatar < size_ && weights.weight.size() == tables_.character().appearance.size());
  BatchExtras& extras = extras_[avatar];
  forget_by_hand(avatar);
  extras.requested.reset();
  extras.exact_values.assign(tables_.pruned().value_rows(), 0.0f);
  for (const WeightCopy& copy : tables_.pruned().copies()) {
    const std::vector<double>& from = copy.effective ? weights.effective : weights.weight;
    extras.exact_values[copy.row] = static_cast<float>(from[static_cast<std::size_t>(copy.parameter)]);
  }
  BatchState& state = group(avatar);
  put(state.exact, lane_of(avatar), true);
  put(state.shape_due, lane_of(avatar), true);
  put(state.pose_due, lane_of(avatar), true);
}

void AvatarBatch::Work::forget_exact(std::size_t avatar) {
  extras_[avatar].requested.reset();
  extras_[avatar].exact_values.clear();
  put(group(avatar).exact, lane_of(avatar), false);
}

void AvatarBatch::Work::forget_by_hand(std::size_t avatar) {
  extras_[avatar].by_hand.clear();
  put(group(avatar).by_hand, lane_of(avatar), false);
}

void AvatarBatch::Work::set_by_hand(std::size_t avatar, std::uint32_t setting, double weight) {
  BatchState& state = group(avatar);
  const std::size_t lane = lane_of(avatar);
  const HandSetting& set = tables_.pruned().hand_settings()[setting];
  std::vector<std::uint32_t>& by_hand = extras_[avatar].by_hand;
  const auto place = std::lower_bound(by_hand.begin(), by_hand.end(), setting);
  if (place == by_hand.end() || *place != setting) by_hand.insert(place, setting);
  put(state.by_hand, lane, true);
  state.value(set.row, lane) = clamped(set, weight);
  if (has(state.shape_due, lane)) return;
  weigh_by_hand(avatar);
  kernels_->shape_rows(tables_.touched_by_hand(setting), state.view(), lane);
  if (has(state.placed, lane)) write_placed(avatar);
  if (!set.shape_rows.empty()) put(state.pose_due, lane, true);
}

// Applies weights set by hand over those from the sliders, in the order in which they take effect.
void AvatarBatch::Work::weigh_by_hand(std::size_t avatar) {
  BatchState& state = group(avatar);
  for (const std::uint32_t place : extras_[avatar].by_hand)
    kernels_->weigh_by_hand(tables_.pruned(), state.view(), lane_of(avatar),
                            tables_.pruned().hand_settings()[place].steps);
}

void AvatarBatch::Work::set_offsets(std::size_t avatar, const JointOffsets& offsets) {
  assert(avatar < size_);
  BatchExtras& extras = extras_[avatar];
  // Reserve memory for everything before any change.
  const auto count = [](const std::vector<std::optional<JointOffset>>& list) {
    return static_cast<std::size_t>(
        std::count_if(list.begin(), list.end(), [](const auto& offset) { return offset.has_value(); }));
  };
  extras.worn_positions.reserve(count(offsets.position));
  extras.worn_scales.reserve(count(offsets.scale));
  extras.worn_positions.clear();
  extras.worn_scales.clear();
  extras.pelvis_offset = offsets.pelvis_offset;
  for (std::uint32_t n = 0; n < tables_.nodes().size(); ++n) {
    const auto joint = static_cast<std::size_t>(tables_.nodes()[n].joint);
    // As in solve_pose: 0 for a non-finite position, 1 for a non-finite scale.
    if (!offsets.position.empty() && offsets.position[joint]) {
      const Vec3f value(offsets.position[joint]->value);
      extras.worn_positions.push_back({n, is_finite(value) ? value : Vec3f(0.0f)});
    }
    if (!offsets.scale.empty() && offsets.scale[joint]) {
      const Vec3f value(offsets.scale[joint]->value);
      extras.worn_scales.push_back({n, is_finite(value) ? value : Vec3f(1.0f)});
    }
  }
  place(avatar);
}

void AvatarBatch::Work::place_root(std::size_t avatar, const Vec3& position, const Quat& rotation) {
  BatchState& state = group(avatar);
  const std::size_t lane = lane_of(avatar);
  for (int axis = 0; axis < 3; ++axis)
    state.root(static_cast<std::size_t>(axis), lane) = static_cast<float>(position[axis]) + 0.0f;
  const double turn[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
  for (std::size_t k = 0; k < 4; ++k) state.root(3 + k, lane) = static_cast<float>(turn[k]);
  put(state.pose_due, lane, true);
}

// rotation_of(joint): null if it is not set. any: whether any is set.
template <typename RotationOf>
void AvatarBatch::Work::rotate(std::size_t avatar, bool any, const RotationOf& rotation_of) {
  BatchState& state = group(avatar);
  BatchExtras& extras = extras_[avatar];
  if (!extras.rotated && !any) return;
  const std::size_t lane = lane_of(avatar);
  const std::span<const PoseNode> nodes = tables_.nodes();
  float* to = state.rotation(0, lane);
  for (std::size_t n = 0; n < nodes.size(); ++n, to += kNodeRows * lanes_) {
    const Quat* given = any ? rotation_of(static_cast<std::size_t>(nodes[n].joint)) : nullptr;
    if (given != nullptr) {
      to[0] = static_cast<float>(given->x), to[1] = static_cast<float>(given->y);
      to[2] = static_cast<float>(given->z), to[3] = static_cast<float>(given->w);
    } else {
      std::copy_n(nodes[n].rest + kRotationRow, 4, to);
    }
    put(state.set(n).rotation, lane, given != nullptr);
  }
  extras.rotated = any;
}

// position_of(joint): null if it is not set. any: whether any is set.
template <typename PositionOf>
void AvatarBatch::Work::move(std::size_t avatar, bool any, const PositionOf& position_of) {
  BatchExtras& extras = extras_[avatar];
  if (!any && extras.posed_positions.empty()) return;
  const std::span<const PoseNode> nodes = tables_.nodes();
  extras.posed_positions.clear();
  for (std::uint32_t n = 0; n < nodes.size() && any; ++n) {
    const Vec3* given = position_of(static_cast<std::size_t>(nodes[n].joint));
    if (given == nullptr) continue;
    const Vec3f value(*given);
    extras.posed_positions.push_back({n, is_finite(value) ? value : Vec3f(0.0f)});
  }
  place(avatar);
}

void AvatarBatch::Work::set_pose(std::size_t avatar, const Pose& pose) {
  assert(avatar < size_);
  place_root(avatar, pose.root_position, pose.root_rotation);
  rotate(avatar, !pose.rotations.empty(), [&](std::size_t joint) -> const Quat* {
    return pose.rotations[joint] ? &*pose.rotations[joint] : nullptr;
  });
  move(avatar, !pose.positions.empty(), [&](std::size_t joint) -> const Vec3* {
    return pose.positions[joint] ? &*pose.positions[joint] : nullptr;
  });
}

void AvatarBatch::Work::set_pose(std::size_t avatar, const PoseArrays& pose) {
  assert(avatar < size_);
  place_root(avatar, pose.root_position, pose.root_rotation);
  rotate(avatar, !pose.rotations.empty(), [&](std::size_t joint) -> const Quat* {
    return std::isnan(pose.rotations[joint].w) ? nullptr : &pose.rotations[joint];
  });
  move(avatar, !pose.positions.empty(), [&](std::size_t joint) -> const Vec3* {
    return std::isnan(pose.positions[joint].x) ? nullptr : &pose.positions[joint];
  });
}

// Writes the local values set by worn meshes and the pose into their rows, and gives values that are no
// longer set back to the sliders.
void AvatarBatch::Work::place(std::size_t avatar) {
  BatchState& state = group(avatar);
  const std::size_t lane = lane_of(avatar);
  const std::span<const PoseNode> nodes = tables_.nodes();
  once_placed_.clear();
  for (std::uint32_t n = 0; n < nodes.size() && has(state.placed, lane); ++n) {
    SetLanes& set = state.set(n);
    if (has(set.position, lane)) once_placed_.push_back(n * 2);
    if (has(set.scale, lane)) once_placed_.push_back(n * 2 + 1);
    put(set.position, lane, false);
    put(set.scale, lane, false);
  }
  write_placed(avatar);
  bool given_back = false;
  for (const std::uint32_t entry : once_placed_) {
    const std::uint32_t n = entry / 2, first_row = entry % 2 == 0 ? 0 : kScaleRow;
    if (has(first_row == 0 ? state.set(n).position : state.set(n).scale, lane)) continue;
    for (std::uint32_t row = first_row; row < first_row + 3; ++row)
      state.local(n, row, lane) = nodes[n].rest[row];
    given_back = true;
  }
  // If the shape is due anyway, the rows are updated with it.
  if (given_back && !has(state.shape_due, lane)) {
    kernels_->shape_lane(tables_.vector_runs(), state.view(), lane);
    write_placed(avatar);
  }
  put(state.pose_due, lane, true);
}

void AvatarBatch::Work::write_placed(std::size_t avatar) {
  BatchState& state = group(avatar);
  const BatchExtras& extras = extras_[avatar];
  const std::size_t lane = lane_of(avatar);
  const auto write = [&](const Placed& placed, std::size_t first_row) {
    for (int axis = 0; axis < 3; ++axis)
      state.local(placed.node, first_row + static_cast<std::size_t>(axis), lane) = placed.value[axis] + 0.0f;
    put(first_row == 0 ? state.set(placed.node).position : state.set(placed.node).scale, lane, true);
  };
  // Later ones win.
  for (const Placed& placed : extras.worn_positions) write(placed, 0);
  for (const Placed& placed : extras.worn_scales) write(placed, kScaleRow);
  for (const Placed& placed : extras.posed_positions) write(placed, 0);
  put(state.placed, lane,
      !(extras.worn_positions.empty() && extras.worn_scales.empty() && extras.posed_positions.empty()));
}

}  // namespace mannequin
