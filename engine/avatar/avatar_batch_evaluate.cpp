// AvatarBatch: evaluation and its results.
#include <algorithm>
#include <bit>
#include <cassert>
#include <functional>

#include "engine/avatar/avatar.h"
#include "engine/avatar/avatar_batch_work.h"
#include "engine/skeleton/solve_world.h"

namespace mannequin {

void AvatarBatch::Work::invalidate() {
  invalidate_palettes();
  for (BatchState& state : groups_) state.shape_due = state.pose_due;
}

void AvatarBatch::Work::invalidate_palettes() {
  for (std::size_t first = 0; first < size_; first += lanes_)
    group(first).pose_due = static_cast<LaneBits>((1u << std::min(lanes_, size_ - first)) - 1);
}

void AvatarBatch::Work::evaluate(bool poses) {
  const std::size_t groups = groups_for(size_), pieces = std::min(groups, scratch_.size());
  const auto evaluate_piece = [&](std::size_t piece) {
    for (std::size_t g = piece * groups / pieces; g < (piece + 1) * groups / pieces; ++g)
      evaluate_group(g, poses, piece);
  };
  parallel_.for_each(pieces, std::cref(evaluate_piece));  // by reference: nothing is allocated
}

void AvatarBatch::Work::evaluate_group(std::size_t group, bool poses, std::size_t piece) {
  if (groups_[group].shape_due != 0) evaluate_shape(group);
  if (poses && groups_[group].pose_due != 0) evaluate_pose(group, piece);
}

void AvatarBatch::Work::evaluate_shape(std::size_t group) {
  BatchState& state = groups_[group];
  const PrunedAppearance& pruned = tables_.pruned();
  const LaneBits due = state.shape_due;
  const bool together = static_cast<std::size_t>(std::popcount(due)) >= group_from_;
  if (together) {
    kernels_->weigh_group(pruned, state.view());
  } else {
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (has(due, lane)) kernels_->weigh_lane(pruned, state.view(), lane, all_steps_);
  }
  // A pass over the group also weighs lanes that are not due.
  for (std::size_t lane = 0; lane < lanes_ && state.by_hand != 0; ++lane)
    if (has(state.by_hand, lane) && (together || has(due, lane))) weigh_by_hand(group * lanes_ + lane);
  if (state.exact != 0) copy_exact(state, group * lanes_);
  if (together) kernels_->shape_group(tables_.shape_runs(), state.view());
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    if (!together && has(due, lane)) kernels_->shape_lane(tables_.vector_runs(), state.view(), lane);
    if (has(state.placed, lane)) write_placed(group * lanes_ + lane);
  }
  state.shape_due = 0;
}

void AvatarBatch::Work::copy_exact(BatchState& state, std::size_t first_avatar) {
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    if (!has(state.exact, lane)) continue;
    const std::vector<float>& values = extras_[first_avatar + lane].exact_values;
    for (std::size_t row = 0; row < values.size(); ++row) state.value(row, lane) = values[row];
  }
}

void AvatarBatch::Work::evaluate_pose(std::size_t group, std::size_t piece) {
  BatchState& state = groups_[group];
  float* const scratch = scratch_[piece].data();
  const std::span<PaletteTarget> targets(targets_[piece]);
  for (std::size_t k = 0; k < palettes_.size(); ++k) {
    const std::size_t one = tables_.palette_sizes()[k] * 12;
    targets[k] = {palettes_[k].data() + group * lanes_ * one, one};
  }
  const LaneBits due = state.pose_due;
  if (static_cast<std::size_t>(std::popcount(due)) >= group_from_) {
    kernels_->pose_group(tables_, state.view(), targets, scratch);
  } else {
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (has(due, lane)) kernels_->pose_lane(tables_, state.view(), lane, targets, scratch);
  }
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    if (has(due, lane) && group * lanes_ + lane < size_) bind_outfit(group * lanes_ + lane);
  state.pose_due = 0;
}

std::span<const Mat34> AvatarBatch::Work::palettes(std::size_t skin) const {
  static_assert(sizeof(Mat34) == 12 * sizeof(float));
  return {reinterpret_cast<const Mat34*>(palettes_[skin].data()), size_ * tables_.palette_sizes()[skin]};
}

namespace {

Vec3f rest_or(const BatchTables& tables, JointIndex joint, const Vec3& rest, std::size_t row,
              const BatchState& state, std::size_t lane) {
  const std::uint32_t node = tables.node(joint);
  if (node == kNoRow) return Vec3f(rest);
  return {state.local(node, row, lane), state.local(node, row + 1, lane), state.local(node, row + 2, lane)};
}

}  // namespace

Vec3f AvatarBatch::Work::local_position(std::size_t avatar, JointIndex joint) const {
  return rest_or(tables_, joint, tables_.character().skeleton[joint].rest_position, 0, group(avatar),
                 lane_of(avatar));
}

Vec3f AvatarBatch::Work::local_scale(std::size_t avatar, JointIndex joint) const {
  return rest_or(tables_, joint, tables_.character().skeleton[joint].rest_scale, kScaleRow, group(avatar),
                 lane_of(avatar));
}

void AvatarBatch::Work::copy_joints(std::size_t avatar, std::span<JointTransform> out) const {
  assert(avatar < size_);
  const Skeleton& skeleton = tables_.character().skeleton;
  const BatchState& state = group(avatar);
  const std::size_t lane = lane_of(avatar);
  const auto quat = [](const float* xyzw) -> Quat { return {xyzw[3], xyzw[0], xyzw[1], xyzw[2]}; };
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const auto joint = static_cast<JointIndex>(j);
    const std::uint32_t node = tables_.node(joint);
    out[j].position = Vec3(local_position(avatar, joint));
    out[j].scale = Vec3(local_scale(avatar, joint));
    out[j].rotation = node == kNoRow ? skeleton[joint].rest_rotation : quat(state.rotation(node, lane));
  }
  const float root[4] = {state.root(3, lane), state.root(4, lane), state.root(5, lane), state.root(6, lane)};
  solve_world(skeleton, {state.root(0, lane), state.root(1, lane), state.root(2, lane)}, quat(root), out);
}

BodySize AvatarBatch::Work::body_size(std::size_t avatar) const {
  return tables_.character().measure.measure(
      [&](JointIndex joint) -> double { return local_position(avatar, joint).z; },
      [&](JointIndex joint) -> double { return local_scale(avatar, joint).z; });
}

double AvatarBatch::Work::root_above_ground(std::size_t avatar) const {
  const std::uint32_t hover = tables_.pruned().hover_row();
  return kGroundClearance + body_size(avatar).pelvis_to_foot + extras_[avatar].pelvis_offset +
         (hover == kNoRow ? 0.0 : group(avatar).value(hover, lane_of(avatar)));
}

std::size_t AvatarBatch::Work::bytes() const {
  std::size_t total =
      sizeof *this + (all_steps_.capacity() + once_placed_.capacity()) * sizeof(std::uint32_t);
  for (const BatchState& state : groups_) total += sizeof state + state.bytes();
  for (const BatchExtras& extras : extras_) total += extras.bytes();
  for (const BatchOutfit& outfit : outfits_) total += outfit.bytes();
  for (const auto& floats : palettes_) total += floats.size() * sizeof(float);
  for (const auto& floats : scratch_) total += floats.size() * sizeof(float);
  for (const auto& targets : targets_) total += targets.size() * sizeof(PaletteTarget);
  return total;
}

}  // namespace mannequin
