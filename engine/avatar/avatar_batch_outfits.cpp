// AvatarBatch: what single avatars wear, beside what all of them do.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "engine/avatar/avatar_batch.h"

namespace mannequin {
namespace {

// The last matrix of each palette is the identity, which nothing ever writes.
void write_identity(float* matrix) {
  for (std::size_t k = 0; k < 12; ++k) matrix[k] = k % 5 == 0 ? 1.0f : 0.0f;
}

}  // namespace

Status AvatarBatch::wear(std::size_t avatar, std::shared_ptr<const WornRig> rig) {
  assert(avatar < size_ && rig != nullptr);
  const Skeleton& skeleton = definition_->character().skeleton;
  for (const RigBind& bind : rig->binds())
    if (definition_->world_slot(bind.joint) == kNoRow)
      return fail(ErrorCode::bad_argument, "avatar batch",
                  fmt::format("has no world matrix of joint '{}', which the rig needs; build the batch with "
                              "all_joints()",
                              bind.joint == kNoJoint ? "mRoot" : skeleton[bind.joint].name));
  outfits_[avatar].rigs.push_back(std::move(rig));
  dress(avatar);
  return {};
}

bool AvatarBatch::take_off(std::size_t avatar, const WornRig& rig) {
  assert(avatar < size_);
  std::vector<std::shared_ptr<const WornRig>>& rigs = outfits_[avatar].rigs;
  const auto found =
      std::find_if(rigs.begin(), rigs.end(), [&](const auto& worn) { return worn.get() == &rig; });
  if (found == rigs.end()) return false;
  rigs.erase(found);
  dress(avatar);
  return true;
}

std::span<const std::shared_ptr<const WornRig>> AvatarBatch::worn(std::size_t avatar) const {
  return outfits_[avatar].rigs;
}

// After its list of rigs has changed: room for their palettes, and the joint positions of all of them.
void AvatarBatch::dress(std::size_t avatar) {
  BatchOutfit& outfit = outfits_[avatar];
  outfit.first.clear();
  std::size_t floats = 0;
  for (const auto& rig : outfit.rigs) {
    outfit.first.push_back(floats);
    floats += rig->palette_size() * 12;
  }
  outfit.palettes.assign(floats, 0.0f);
  found_offsets_.clear();
  for (std::size_t k = 0; k < outfit.rigs.size(); ++k) {
    write_identity(outfit.palettes.data() + outfit.first[k] + outfit.rigs[k]->binds().size() * 12);
    found_offsets_.push_back(&outfit.rigs[k]->offsets());
  }
  resolve_offsets(definition_->character().skeleton, found_offsets_, offsets_);
  set_offsets(avatar, offsets_);
}

void AvatarBatch::bind_outfit(std::size_t avatar) {
  BatchOutfit& outfit = outfits_[avatar];
  if (outfit.rigs.empty()) return;
  const std::size_t one = definition_->palette_sizes().back() * 12;
  const float* world = palettes_.back().data() + avatar * one;
  for (std::size_t k = 0; k < outfit.rigs.size(); ++k)
    kernels_->apply_binds(outfit.rigs[k]->binds(), definition_->world_slots(), world,
                          outfit.palettes.data() + outfit.first[k]);
}

std::span<const Mat34> AvatarBatch::worn_palette(std::size_t avatar, std::size_t place) const {
  const BatchOutfit& outfit = outfits_[avatar];
  return {reinterpret_cast<const Mat34*>(outfit.palettes.data() + outfit.first[place]),
          outfit.rigs[place]->palette_size()};
}

std::span<const Mat34> AvatarBatch::world_matrices(std::size_t avatar) const {
  const std::size_t count = definition_->world_joints().size();
  if (count == 0) return {};
  return {reinterpret_cast<const Mat34*>(palettes_.back().data() + avatar * (count + 1) * 12), count};
}

}  // namespace mannequin
