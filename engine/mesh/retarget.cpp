#include "engine/mesh/retarget.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <optional>
#include <vector>

namespace mannequin {
namespace {

// By joint of the skeleton: where the file stands it, or nothing. Of joints named twice the last counts.
std::vector<std::optional<Mat4>> rests_in_file(const SkinDesc& skin, const Skeleton& skeleton) {
  std::vector<std::optional<Mat4>> rests(skeleton.size());
  for (const JointRest& rest : skin.joint_rests)
    if (const JointIndex joint = skeleton.find(rest.name); joint != kNoJoint)
      rests[static_cast<std::size_t>(joint)] = rest.world_from_joint;
  return rests;
}

// Where the joints of the avatar stand when those that the file has stand as in the file. Places only: the
// avatar's bones have no rotation at rest.
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

// The joint of this very name, which an alias beside it is not; nothing if the file does not stand it.
const Mat4* rest_called(const SkinDesc& skin, const std::string& name) {
  for (const JointRest& rest : skin.joint_rests)
    if (rest.name == name) return &rest.world_from_joint;
  return nullptr;
}

}  // namespace

void retarget(SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& importer) {
  const std::size_t count = skin.joint_names.size();
  if (skin.joint_rests.empty() || skin.inverse_binds.size() != count) return;
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
      skin.inverse_binds[slot] = glm::affineInverse(rest_of(joint, place, importer.rotates_volumes)) * *rest *
                                 skin.inverse_binds[slot];
  }
  skin.joint_rests.clear();
}

bool importers_differ(const SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& a,
                      const ImporterProfile& b) {
  if (skin.joint_rests.empty() || a == b) return false;
  SkinDesc one = skin, other = skin;
  retarget(one, skeleton, a);
  retarget(other, skeleton, b);
  std::vector<bool> weighted(skin.inverse_binds.size());
  for (const InfluenceDesc& influence : skin.influences)
    if (influence.weight > 0.0f && influence.joint < weighted.size()) weighted[influence.joint] = true;
  for (std::size_t slot = 0; slot < skin.inverse_binds.size(); ++slot) {
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
