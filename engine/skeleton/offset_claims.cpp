#include "engine/skeleton/offset_claims.h"

#include <algorithm>

namespace mannequin {
namespace {

// Within one mesh the later entry of a joint (by alias) overwrites the earlier one.
void claim(std::vector<OffsetClaim>& claims, std::size_t worn, const Vec3& value) {
  if (!claims.empty() && claims.back().worn == worn) claims.pop_back();
  claims.push_back({worn, value});
}

bool same(const std::optional<JointOffset>& a, const std::optional<JointOffset>& b) {
  return a.has_value() == b.has_value() && (!a || a->value == b->value);
}

bool is_second_copy(std::span<const WornOffsets> worn, std::size_t which) {
  const auto before = worn.first(which);
  return std::any_of(before.begin(), before.end(),
                     [&](const WornOffsets& mesh) { return mesh.mesh_id == worn[which].mesh_id; });
}

}  // namespace

OffsetClaims offset_claims(const Skeleton& skeleton, std::span<const WornOffsets> worn) {
  OffsetClaims out;
  std::vector<JointClaims> by_joint(skeleton.size());
  for (std::size_t i = 0; i < worn.size(); ++i) {
    if (is_second_copy(worn, i)) continue;
    for (const WornOffsets::Position& entry : worn[i].joints) {
      const JointIndex joint = skeleton.find(entry.joint);
      if (joint == kNoJoint || !is_joint_offset(skeleton[joint], entry.position)) continue;
      JointClaims& claims = by_joint[static_cast<std::size_t>(joint)];
      claims.joint = joint;
      claim(claims.positions, i, entry.position);
      if (worn[i].lock_scale) claim(claims.scales, i, skeleton[joint].default_scale);
    }
    if (worn[i].pelvis_offset != 0.0) out.pelvis.push_back({i, worn[i].pelvis_offset});
  }
  // The greatest id wins.
  const auto stands_before = [&](const auto& a, const auto& b) {
    return worn[a.worn].mesh_id > worn[b.worn].mesh_id;
  };
  for (JointClaims& claims : by_joint) {
    if (claims.joint == kNoJoint) continue;
    std::sort(claims.positions.begin(), claims.positions.end(), stands_before);
    std::sort(claims.scales.begin(), claims.scales.end(), stands_before);
    out.joints.push_back(std::move(claims));
  }
  std::sort(out.pelvis.begin(), out.pelvis.end(), stands_before);
  return out;
}

RemovalEffect removal_effect(const Skeleton& skeleton, std::span<const WornOffsets> worn, std::size_t which) {
  std::vector<WornOffsets> others(worn.begin(), worn.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(which));
  const JointOffsets before = resolve_offsets(skeleton, worn), after = resolve_offsets(skeleton, others);
  RemovalEffect out;
  out.pelvis_offset = after.pelvis_offset;
  out.pelvis_changes = before.pelvis_offset != after.pelvis_offset;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    OffsetChange change;
    change.joint = static_cast<JointIndex>(j);
    change.position = after.position[j];
    change.scale = after.scale[j];
    change.position_changes = !same(before.position[j], after.position[j]);
    change.scale_changes = !same(before.scale[j], after.scale[j]);
    if (change.position_changes || change.scale_changes) out.joints.push_back(change);
  }
  return out;
}

}  // namespace mannequin
