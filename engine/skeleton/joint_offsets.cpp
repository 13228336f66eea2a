#include "engine/skeleton/joint_offsets.h"

#include <algorithm>

namespace mannequin {
namespace {

// Replaces `current` unless a greater id already holds the joint.
void claim(std::optional<JointOffset>& current, const Vec3& value, const Uuid& mesh_id) {
  if (!current || current->mesh_id <= mesh_id) current = JointOffset{value, mesh_id};
}

}  // namespace

bool JointOffsets::any() const {
  const auto set = [](const std::optional<JointOffset>& offset) { return offset.has_value(); };
  return std::any_of(position.begin(), position.end(), set) || std::any_of(scale.begin(), scale.end(), set);
}

bool is_joint_offset(const Joint& joint, const Vec3& position) {
  const Vec3f difference = Vec3f(position) - Vec3f(joint.default_position);
  const float squared =
      difference.x * difference.x + difference.y * difference.y + difference.z * difference.z;
  return squared > kJointOffsetThreshold * kJointOffsetThreshold;
}

JointOffsets resolve_offsets(const Skeleton& skeleton, std::span<const WornOffsets> worn) {
  JointOffsets offsets;
  resolve_offsets(skeleton, worn, offsets);
  return offsets;
}

void resolve_offsets(const Skeleton& skeleton, std::span<const WornOffsets> worn, JointOffsets& out) {
  out.position.assign(skeleton.size(), std::nullopt);
  out.scale.assign(skeleton.size(), std::nullopt);
  out.pelvis_offset = 0.0;
  std::optional<Uuid> pelvis_by;
  for (const WornOffsets& mesh : worn) {
    // Two worn copies of one asset count once.
    const std::span<const WornOffsets> before(worn.data(), &mesh);
    if (std::ranges::find(before, mesh.mesh_id, &WornOffsets::mesh_id) != before.end()) continue;
    for (const WornOffsets::Position& entry : mesh.joints) {
      const JointIndex joint = skeleton.find(entry.joint);
      if (joint == kNoJoint || !is_joint_offset(skeleton[joint], entry.position)) continue;
      const auto slot = static_cast<std::size_t>(joint);
      // Within one mesh a later entry of the same joint (by alias) overwrites the earlier: claim() accepts
      // equal ids.
      claim(out.position[slot], entry.position, mesh.mesh_id);
      if (mesh.lock_scale) claim(out.scale[slot], skeleton[joint].default_scale, mesh.mesh_id);
    }
    if (mesh.pelvis_offset != 0.0 && (!pelvis_by || *pelvis_by < mesh.mesh_id)) {
      pelvis_by = mesh.mesh_id;
      out.pelvis_offset = mesh.pelvis_offset;
    }
  }
}

}  // namespace mannequin
