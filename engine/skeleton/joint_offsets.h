// Joint offsets: joint positions set by worn meshes, and the rules by which they take effect.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/uuid.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// A position counts as an offset if it is further than this from the joint's default (metres, strictly).
inline constexpr float kJointOffsetThreshold = 0.0001f;

// The joint positions of one worn mesh.
struct WornOffsets {
  // The position of one joint.
  struct Position {
    std::string joint;  // name or alias; unknown names are skipped
    Vec3 position;      // relative to the parent, metres
  };
  Uuid mesh_id;
  bool lock_scale = false;     // "lock scale if joint position defined"
  double pelvis_offset = 0.0;  // raises the whole avatar; moves no joint
  std::vector<Position> joints;
};

// The offset that takes effect on one joint.
struct JointOffset {
  Vec3 value;    // local position, or local scale
  Uuid mesh_id;  // the mesh that won
};

// The result for one avatar, indexed by joint.
struct JointOffsets {
  std::vector<std::optional<JointOffset>> position;
  std::vector<std::optional<JointOffset>> scale;
  double pelvis_offset = 0.0;  // metres by which the whole avatar is raised

  // Whether any joint is offset or locked; the pelvis offset does not count.
  bool any() const;
};

// Whether `position` counts as an offset of this joint. Decided in float32, as in the viewer.
bool is_joint_offset(const Joint& joint, const Vec3& position);

// Applies the rules: 0.1 mm against the default position; the greatest mesh id wins joint by joint (position
// and scale separately); a locked mesh restores default scale on the joints it offsets. The order of `worn`
// matters only for equal ids (one asset worn twice): the first counts. Source: ALGORITHM 10.
JointOffsets resolve_offsets(const Skeleton& skeleton, std::span<const WornOffsets> worn);
// The same, reusing the memory of `out`.
void resolve_offsets(const Skeleton& skeleton, std::span<const WornOffsets> worn, JointOffsets& out);

// The joint positions of one mesh, with joints looked up and tested once, for outfits that change often.
struct FoundOffsets {
  Uuid mesh_id;
  bool lock_scale = false;
  double pelvis_offset = 0.0;
  std::vector<std::pair<JointIndex, Vec3>> joints;  // only those that count as offsets
};
FoundOffsets find_offsets(const Skeleton& skeleton, const WornOffsets& worn);  // leaves out all others
// The same rules and results; reuses the memory of `out`. None may be null; all for the same skeleton.
void resolve_offsets(const Skeleton& skeleton, std::span<const FoundOffsets* const> worn, JointOffsets& out);

}  // namespace mannequin
