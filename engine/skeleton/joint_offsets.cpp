#include "engine/skeleton/joint_offsets.h"

#include <algorithm>

namespace mannequin {
namespace {

// Replaces `current` unless a greater id already holds the joint.
void claim(std::optional<JointOffset>& current, const Vec3& value, const Uuid& mesh_id) {
  if (!current || current->mesh_id <= mesh_id) current = JointOffset{value, mesh_id};
}

// The combined result of all worn meshes.
class Claims {
 public:
  Claims(const Skeleton& skeleton, JointOffsets& out) : skeleton_(skeleton), out_(out) {
    out.position.assign(skeleton.size(), std::nullopt);
    out.scale.assign(skeleton.size(), std::nullopt);
    out.pelvis_offset = 0.0;
  }

  void position(JointIndex joint, const Vec3& value, const Uuid& mesh_id, bool lock_scale) {
    const auto slot = static_cast<std::size_t>(joint);
    // Within one mesh a later entry of the same joint (by alias) overwrites the earlier: claim() accepts
    // equal ids.
    claim(out_.position[slot], value, mesh_id);
    if (lock_scale) claim(out_.scale[slot], skeleton_[joint].default_scale, mesh_id);
  }

  void pelvis(double offset, const Uuid& mesh_id) {
    if (offset == 0.0 || (pelvis_by_ && *pelvis_by_ >= mesh_id)) return;
    pelvis_by_ = mesh_id;
    out_.pelvis_offset = offset;
  }

 private:
  const Skeleton& skeleton_;
  JointOffsets& out_;
  std::optional<Uuid> pelvis_by_;
};

// kNoJoint for an unknown name, or a position that equals the joint's own.
JointIndex offset_joint(const Skeleton& skeleton, const WornOffsets::Position& entry) {
  const JointIndex joint = skeleton.find(entry.joint);
  return joint != kNoJoint && is_joint_offset(skeleton[joint], entry.position) ? joint : kNoJoint;
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
  Claims claims(skeleton, out);
  for (const WornOffsets& mesh : worn) {
    // Two worn copies of one asset count once.
    const std::span<const WornOffsets> before(worn.data(), &mesh);
    if (std::ranges::find(before, mesh.mesh_id, &WornOffsets::mesh_id) != before.end()) continue;
    for (const WornOffsets::Position& entry : mesh.joints)
      if (const JointIndex joint = offset_joint(skeleton, entry); joint != kNoJoint)
        claims.position(joint, entry.position, mesh.mesh_id, mesh.lock_scale);
    claims.pelvis(mesh.pelvis_offset, mesh.mesh_id);
  }
}

FoundOffsets find_offsets(const Skeleton& skeleton, const WornOffsets& worn) {
  FoundOffsets found{worn.mesh_id, worn.lock_scale, worn.pelvis_offset, {}};
  for (const WornOffsets::Position& entry : worn.joints)
    if (const JointIndex joint = offset_joint(skeleton, entry); joint != kNoJoint)
      found.joints.emplace_back(joint, entry.position);
  return found;
}

void resolve_offsets(const Skeleton& skeleton, std::span<const FoundOffsets* const> worn, JointOffsets& out) {
  Claims claims(skeleton, out);
  for (std::size_t k = 0; k < worn.size(); ++k) {
    const FoundOffsets& mesh = *worn[k];
    const auto before = worn.first(k);
    if (std::any_of(before.begin(), before.end(),
                    [&](const FoundOffsets* other) { return other->mesh_id == mesh.mesh_id; }))
      continue;
    for (const auto& [joint, position] : mesh.joints)
      claims.position(joint, position, mesh.mesh_id, mesh.lock_scale);
    claims.pelvis(mesh.pelvis_offset, mesh.mesh_id);
  }
}

}  // namespace mannequin
