#include "engine/mesh/retarget.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <optional>
#include <vector>

namespace mannequin {
namespace {

// By joint of the skeleton: its place in the file, or nothing. If a name is repeated, the last one counts.
std::vector<std::optional<Mat4>> rests_in_file(const SkinDesc& skin, const Skeleton& skeleton) {
  std::vector<std::optional<Mat4>> rests(skeleton.size());
  for (const JointRest& rest : skin.joint_rests)
    if (const JointIndex joint = skeleton.find(rest.name); joint != kNoJoint)
      rests[static_cast<std::size_t>(joint)] = rest.world_from_joint;
  return rests;
}

// The places of the avatar's joints if those in the file are placed as in the file. No rotations, since the
// avatar's bones have none at rest.
std::vector<Vec3> places(const std::vector<std::optional<Mat4>>& rests, const Skeleton& skeleton) {
  std::vector<Vec3> all(skeleton.size());
  for (std::size_t j = 0; j < all.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    const Vec3 parent = joint.parent == kNoJoint ? Vec3(0.0) : all[static_cast<std::size_t>(joint.parent)];
    all[j] = rests[j] ? Vec3((*rests[j])[3]) : parent + joint.default_position;
  }
  return all;
}

Mat4 rest_of(const Joint& joint, const Vec3& place, bool rotates_volumes) {
  Mat4 rest = glm::translate(Mat4(1.0), place);
  if (joint.kind == JointKind::bone) return rest;
  const bool turned = joint.kind != JointKind::collision_volume || rotates_volumes;
  if (turned) rest *= glm::mat4_cast(joint.rest_rotation);
  return glm::scale(rest, joint.rest_scale);
}

// The joint of exactly this name, not an alias; null if the file does not place it.
const Mat4* rest_called(const SkinDesc& skin, const std::string& name) {
  for (const JointRest& rest : skin.joint_rests)
    if (rest.name == name) return &rest.world_from_joint;
  return nullptr;
}

// The importer drops joints that the avatar does not have, with their influences, unless it knows none at
// all.
void drop_foreign(SkinDesc& skin, const Skeleton& skeleton) {
  constexpr std::uint32_t kDropped = ~std::uint32_t{0};
  std::vector<std::uint32_t> renumbered(skin.joint_names.size(), kDropped);
  std::uint32_t kept = 0;
  for (std::size_t slot = 0; slot < renumbered.size(); ++slot)
    if (skeleton.find(skin.joint_names[slot]) != kNoJoint) renumbered[slot] = kept++;
  if (kept == 0 || kept == renumbered.size()) return;
  for (std::size_t slot = 0; slot < renumbered.size(); ++slot) {
    if (renumbered[slot] == kDropped || renumbered[slot] == slot) continue;
    skin.joint_names[renumbered[slot]] = std::move(skin.joint_names[slot]);
    skin.inverse_binds[renumbered[slot]] = skin.inverse_binds[slot];
  }
  skin.joint_names.resize(kept);
  skin.inverse_binds.resize(kept);
  std::uint32_t written = 0;
  for (std::size_t v = 0; v + 1 < skin.influence_begin.size(); ++v) {
    const std::uint32_t begin = skin.influence_begin[v];
    const auto size = static_cast<std::uint32_t>(skin.influences.size());
    skin.influence_begin[v] = written;
    for (std::uint32_t i = begin; i < std::min(skin.influence_begin[v + 1], size); ++i) {
      InfluenceDesc influence = skin.influences[i];
      const bool known = influence.joint < renumbered.size();
      if (known && renumbered[influence.joint] == kDropped) continue;
      if (known) influence.joint = renumbered[influence.joint];
      skin.influences[written++] = influence;
    }
  }
  if (skin.influence_begin.empty()) return;
  skin.influence_begin.back() = written;
  skin.influences.resize(written);
}

}  // namespace

void drop_foreign_joints(SkinDesc& skin, const Skeleton& skeleton) {
  if (!skin.joint_rests.empty() && skin.inverse_binds.size() == skin.joint_names.size())
    drop_foreign(skin, skeleton);
}

void retarget(SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& importer) {
  if (skin.joint_rests.empty() || skin.inverse_binds.size() != skin.joint_names.size()) return;
  drop_foreign(skin, skeleton);
  const std::size_t count = skin.joint_names.size();
  const std::vector<std::optional<Mat4>> rests = rests_in_file(skin, skeleton);
  const std::vector<Vec3> all = places(rests, skeleton);
  const auto is_pelvis = [](const Joint& joint) {
    return joint.parent == kNoJoint && joint.kind == JointKind::bone;
  };
  for (std::size_t j = 0; j < all.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    if (is_pelvis(joint) && rests[j] && is_joint_offset(joint, all[j]))
      skin.pelvis_offset = all[j].z - joint.default_position.z;
  }

  skin.joint_positions.assign(count, std::nullopt);
  for (std::size_t slot = 0; slot < count; ++slot) {
    const JointIndex index = skeleton.find(skin.joint_names[slot]);
    const Mat4* rest = rest_called(skin, skin.joint_names[slot]);
    if (index == kNoJoint || rest == nullptr) continue;
    const Joint& joint = skeleton[index];
    const Vec3 place = all[static_cast<std::size_t>(index)];
    const Vec3 parent = joint.parent == kNoJoint ? Vec3(0.0) : all[static_cast<std::size_t>(joint.parent)];
    if (!is_pelvis(joint) || !is_joint_offset(joint, place)) skin.joint_positions[slot] = place - parent;
    if (importer.rebuilds_binds)
      skin.inverse_binds[slot] = skin.inverse_binds[slot] * *rest *
                                 glm::affineInverse(rest_of(joint, place, importer.rotates_volumes));
  }
  skin.joint_rests.clear();
}

SkinDesc without_influences(const SkinDesc& skin) {
  SkinDesc rig;
  rig.joint_names = skin.joint_names;
  rig.frames = skin.frames;
  rig.bind_shape = skin.bind_shape;
  rig.inverse_binds = skin.inverse_binds;
  rig.joint_positions = skin.joint_positions;
  rig.joint_rests = skin.joint_rests;
  rig.lock_scale = skin.lock_scale;
  rig.pelvis_offset = skin.pelvis_offset;
  return rig;
}

bool importers_differ(const SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& a,
                      const ImporterProfile& b) {
  if (skin.joint_rests.empty() || a == b) return false;
  SkinDesc one = skin, other = without_influences(skin);
  retarget(one, skeleton, a);
  retarget(other, skeleton, b);
  // Both have dropped the same joints.
  std::vector<bool> weighted(one.inverse_binds.size());
  for (const InfluenceDesc& influence : one.influences)
    if (influence.weight > 0.0f && influence.joint < weighted.size()) weighted[influence.joint] = true;
  for (std::size_t slot = 0; slot < weighted.size(); ++slot) {
    if (!weighted[slot]) continue;
    // Relative to the matrix itself: binds of collision volumes hold numbers up to fifty.
    const Mat4 &ours = one.inverse_binds[slot], &theirs = other.inverse_binds[slot];
    double size = 1.0, difference = 0.0;
    for (int column = 0; column < 4; ++column) {
      size = std::max(size, glm::length(ours[column]));
      difference = std::max(difference, glm::length(ours[column] - theirs[column]));
    }
    if (difference > 1e-4 * size) return true;
  }
  return false;
}

}  // namespace mannequin
