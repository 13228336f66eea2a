// AvatarBatch: rigs that single avatars wear, besides the skins that all of them wear.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "engine/avatar/avatar_batch_work.h"

namespace mannequin {
namespace {

// The last matrix of each palette is the identity, and is never overwritten.
void write_identity(float* matrix) {
  for (std::size_t k = 0; k < 12; ++k) matrix[k] = k % 5 == 0 ? 1.0f : 0.0f;
}

}  // namespace

Status AvatarBatch::Work::set_outfit(std::size_t avatar, std::vector<std::shared_ptr<const WornRig>> rigs,
                                     const JointOffsets* offsets) {
  assert(avatar < size_);
  const Skeleton& skeleton = tables_.character().skeleton;
  BatchOutfit made;
  std::size_t floats = 0;
  found_offsets_.clear();
  for (const auto& rig : rigs) {
    for (const RigBind& bind : rig->binds())
      if (tables_.world_slot(bind.joint) == kNoRow)
        return fail(
            ErrorCode::bad_argument, "avatar batch",
            fmt::format("has no world matrix of joint '{}', which the rig needs; build the batch with "
                        "all_joints()",
                        bind.joint == kNoJoint ? "mRoot" : skeleton[bind.joint].name));
    made.first.push_back(floats);
    floats += rig->palette_size() * 12;
    found_offsets_.push_back(&rig->offsets());
  }
  made.palettes.assign(floats, 0.0f);
  for (std::size_t k = 0; k < rigs.size(); ++k)
    write_identity(made.palettes.data() + made.first[k] + rigs[k]->binds().size() * 12);
  made.rigs = std::move(rigs);
  if (offsets == nullptr) resolve_offsets(skeleton, found_offsets_, offsets_);
  // Allocate all memory before any change.
  set_offsets(avatar, offsets == nullptr ? offsets_ : *offsets);
  outfits_[avatar] = std::move(made);
  return {};
}

Status AvatarBatch::Work::wear(std::size_t avatar, std::shared_ptr<const WornRig> rig) {
  assert(avatar < size_ && rig != nullptr);
  std::vector<std::shared_ptr<const WornRig>> rigs = outfits_[avatar].rigs;
  rigs.push_back(std::move(rig));
  return set_outfit(avatar, std::move(rigs), nullptr);
}

bool AvatarBatch::Work::take_off(std::size_t avatar, const WornRig& rig) {
  assert(avatar < size_);
  std::vector<std::shared_ptr<const WornRig>> rigs = outfits_[avatar].rigs;
  const auto found =
      std::find_if(rigs.begin(), rigs.end(), [&](const auto& worn) { return worn.get() == &rig; });
  if (found == rigs.end()) return false;
  rigs.erase(found);
  return set_outfit(avatar, std::move(rigs), nullptr).has_value();
}

std::span<const std::shared_ptr<const WornRig>> AvatarBatch::Work::worn(std::size_t avatar) const {
  return outfits_[avatar].rigs;
}

void AvatarBatch::Work::bind_outfit(std::size_t avatar) {
  BatchOutfit& outfit = outfits_[avatar];
  if (outfit.rigs.empty()) return;
  const std::size_t one = tables_.palette_sizes().back() * 12;
  const float* world = palettes_.back().data() + avatar * one;
  for (std::size_t k = 0; k < outfit.rigs.size(); ++k) {
    float* const palette = outfit.palettes.data() + outfit.first[k];
    kernels_->apply_binds(outfit.rigs[k]->binds(), tables_.world_slots(), world, palette);
    for (const RigSlot& other : outfit.rigs[k]->other_slots())
      bind_other_slot(avatar, outfit.rigs[k]->binds()[other.slot], other.frame, palette + other.slot * 12);
  }
}

// A slot that follows mRoot, or its joint without the joint's scale.
void AvatarBatch::Work::bind_other_slot(std::size_t avatar, RigBind bind, SlotFrame frame, float* out) const {
  const std::size_t lane = lane_of(avatar);
  alignas(kCacheLine) float world[12];
  if (frame == SlotFrame::root) {
    // As in solve_pose, which does not normalise rotations.
    const BatchState& state = group(avatar);
    const auto number = [&](std::size_t row) { return static_cast<double>(state.root(row, lane)); };
    const Mat3 turned = glm::mat3_cast(Quat(number(6), number(3), number(4), number(5)));
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        world[row * 4 + column] = static_cast<float>(turned[column][row]);
      world[row * 4 + 3] = static_cast<float>(number(static_cast<std::size_t>(row)));
    }
  } else {
    const Mat34& scaled = world_matrices(avatar)[tables_.world_slot(bind.joint)];
    const Vec3f scale = local_scale(avatar, bind.joint);
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        world[row * 4 + column] = scale[column] == 0.0f ? 0.0f : scaled[row][column] / scale[column];
      world[row * 4 + 3] = scaled[row][3];
    }
  }
  bind.joint = 0;
  const std::uint32_t first = 0;
  kernels_->apply_binds({&bind, 1}, &first, world, out);
}

std::span<const Mat34> AvatarBatch::Work::worn_palette(std::size_t avatar, std::size_t place) const {
  const BatchOutfit& outfit = outfits_[avatar];
  return {reinterpret_cast<const Mat34*>(outfit.palettes.data() + outfit.first[place]),
          outfit.rigs[place]->palette_size()};
}

std::span<const Mat34> AvatarBatch::Work::world_matrices(std::size_t avatar) const {
  const std::size_t count = tables_.world_joints().size();
  if (count == 0) return {};
  return {reinterpret_cast<const Mat34*>(palettes_.back().data() + avatar * (count + 1) * 12), count};
}

}  // namespace mannequin
