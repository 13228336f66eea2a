#include "engine/rig/rig.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

auto bad(const RigDesc& desc, const BoneDesc& bone, std::string what) {
  return fail(ErrorCode::bad_data, fmt::format("{}, bone '{}'", desc.source, bone.name), std::move(what));
}

bool has_finite_numbers(const BoneEnd& end) {
  return is_finite(end.default_position) && (!end.offset || is_finite(*end.offset));
}

Status check_bone(const RigDesc& desc, const BoneDesc& bone) {
  if (bone.name.empty()) return bad(desc, bone, "has no name; every bone needs one");
  if (!has_finite_numbers(bone.head) || !has_finite_numbers(bone.tail) || !std::isfinite(bone.roll) ||
      (bone.roll_reference_z && !is_finite(*bone.roll_reference_z)))
    return bad(desc, bone, "has a number that is not finite; correct its head, tail or roll");
  return {};
}

// The first bone that is its own ancestor; kNoBone if there is none.
BoneIndex in_a_cycle(const std::vector<BoneIndex>& parents) {
  enum : std::uint8_t { unseen, open, done };
  std::vector<std::uint8_t> state(parents.size(), unseen);
  for (std::size_t start = 0; start < parents.size(); ++start) {
    auto bone = static_cast<BoneIndex>(start);
    for (; bone != kNoBone && state[static_cast<std::size_t>(bone)] == unseen;
         bone = parents[static_cast<std::size_t>(bone)])
      state[static_cast<std::size_t>(bone)] = open;
    if (bone != kNoBone && state[static_cast<std::size_t>(bone)] == open) return bone;
    for (bone = static_cast<BoneIndex>(start);
         bone != kNoBone && state[static_cast<std::size_t>(bone)] == open;
         bone = parents[static_cast<std::size_t>(bone)])
      state[static_cast<std::size_t>(bone)] = done;
  }
  return kNoBone;
}

}  // namespace

Result<Rig> Rig::build(RigDesc desc) {
  if (desc.bones.empty()) return fail(ErrorCode::bad_data, desc.source, "contains no bones; is it a rig?");
  if (desc.scale_factor && !(*desc.scale_factor > 0.0 && std::isfinite(*desc.scale_factor)))
    return fail(ErrorCode::bad_data, desc.source,
                fmt::format("has the scale factor {}; it must be above 0", *desc.scale_factor));
  Rig rig;
  for (std::size_t i = 0; i < desc.bones.size(); ++i) {
    const BoneDesc& bone = desc.bones[i];
    if (auto status = check_bone(desc, bone); !status) return error_of(status);
    if (!rig.by_name_.emplace(bone.name, static_cast<BoneIndex>(i)).second)
      return bad(desc, bone, "is listed twice; names must be unique");
  }
  for (const BoneDesc& bone : desc.bones) {
    const BoneIndex parent = rig.find(bone.parent);
    if (parent == kNoBone && !bone.parent.empty())
      return bad(
          desc, bone,
          fmt::format("has the parent '{}', which does not exist; correct the name, or write \"\" for none",
                      bone.parent));
    rig.parents_.push_back(parent);
  }
  if (const BoneIndex bone = in_a_cycle(rig.parents_); bone != kNoBone)
    return bad(desc, desc.bones[static_cast<std::size_t>(bone)], "is its own ancestor; correct the parents");
  rig.desc_ = std::move(desc);
  return rig;
}

BoneIndex Rig::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? kNoBone : found->second;
}

std::span<const BoneDesc> Rig::bones() const { return desc_.bones; }

}  // namespace mannequin
