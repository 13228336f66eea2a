// Several worn meshes that want to move the same joints: who wants what, who has it, and what would change
// without one.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/skeleton/joint_offsets.h"

namespace mannequin {

// What one worn mesh wants of a joint.
struct OffsetClaim {
  std::size_t worn;  // index into the worn meshes
  Vec3 value;        // local position in metres, or local scale
};

// Claims in the order in which they would count: the first has the joint. All positions that count as offsets
// are listed, also where they are equal.
struct JointClaims {
  JointIndex joint = kNoJoint;
  std::vector<OffsetClaim> positions;
  std::vector<OffsetClaim> scales;
};

// By how much one worn mesh wants to lift the avatar.
struct PelvisClaim {
  std::size_t worn;
  double value;  // metres
};

// All that the worn meshes want.
struct OffsetClaims {
  std::vector<JointClaims> joints;  // by joint; only those that somebody claims
  std::vector<PelvisClaim> pelvis;
};

// By the rules of resolve_offsets; a second copy of one asset claims nothing.
OffsetClaims offset_claims(const Skeleton& skeleton, std::span<const WornOffsets> worn);

// What one joint would have; nothing where the sliders would have it again.
struct OffsetChange {
  JointIndex joint = kNoJoint;
  bool position_changes = false, scale_changes = false;
  std::optional<JointOffset> position, scale;
};

// What would be different without one of them.
struct TakenOff {
  std::vector<OffsetChange> joints;  // only those that would change
  double pelvis_offset = 0.0;        // of those that stay
  bool pelvis_changes = false;
};

// What would be different without worn[which].
TakenOff take_off(const Skeleton& skeleton, std::span<const WornOffsets> worn, std::size_t which);

}  // namespace mannequin
