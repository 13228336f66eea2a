// Several worn meshes that move the same joints: which ones claim a joint, which one wins, and what would
// change without one of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/skeleton/joint_offsets.h"

namespace mannequin {

// One mesh's claim to a joint.
struct OffsetClaim {
  std::size_t worn;  // index into the worn meshes
  Vec3 value;        // local position in metres, or local scale
};

// Claims in order of precedence: the first one wins. Includes all positions that count as offsets,
// even if they are equal.
struct JointClaims {
  JointIndex joint = kNoJoint;
  std::vector<OffsetClaim> positions;
  std::vector<OffsetClaim> scales;
};

// One mesh's pelvis offset.
struct PelvisClaim {
  std::size_t worn;
  double value;  // metres
};

// The claims of all worn meshes.
struct OffsetClaims {
  std::vector<JointClaims> joints;  // by joint; only claimed ones
  std::vector<PelvisClaim> pelvis;
};

// By the rules of resolve_offsets; a second copy of one asset claims nothing.
OffsetClaims offset_claims(const Skeleton& skeleton, std::span<const WornOffsets> worn);

// The new values of one joint; nullopt where the sliders apply again.
struct OffsetChange {
  JointIndex joint = kNoJoint;
  bool position_changes = false, scale_changes = false;
  std::optional<JointOffset> position, scale;
};

// The differences without one mesh.
struct RemovalEffect {
  std::vector<OffsetChange> joints;  // only those that would change
  double pelvis_offset = 0.0;        // of the remaining meshes
  bool pelvis_changes = false;
};

// The differences without worn[which].
RemovalEffect removal_effect(const Skeleton& skeleton, std::span<const WornOffsets> worn, std::size_t which);

}  // namespace mannequin
