// A rig that an avatar of a crowd wears: the joints of a mesh, their binds, and its joint positions. It has
// no vertices: the skinner or the host keeps those.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/joint_offsets.h"

namespace mannequin {

// One matrix of a palette: world_from_joint * joint_from_bind.
struct RigBind {
  JointIndex joint;
  float bind[12];  // joint_from_bind, three rows of four
};

// A slot that does not follow its joint with the joint's scale.
struct RigSlot {
  std::uint32_t slot;
  SlotFrame frame;  // unscaled or root
};

// Immutable: any number of threads may read it, and any number of avatars wear it.
class WornRig {
 public:
  // Copies what it needs from the skin, with or without vertices (Skin::build_rig). mesh_id decides which rig
  // wins a joint that several move; of rigs with equal ids only the first one's joint positions count, so
  // meshes without an id need Uuid::numbered. joint_positions: whether they count at all; in-world those of
  // mesh assets always do. Avatars may also wear parts of the system avatar. Never fails for a skin of this
  // skeleton.
  static Result<std::shared_ptr<const WornRig>> build(const Skin& skin, const Skeleton& skeleton,
                                                      const Uuid& mesh_id, bool joint_positions = true);

  // Matrices of its palette: one per joint, then the identity, as for the skin.
  std::size_t palette_size() const { return binds_.size() + 1; }
  // By slot of the palette, without the identity.
  std::span<const RigBind> binds() const;
  // The slots that do not follow their joint with its scale: parts of the system avatar have some.
  std::span<const RigSlot> other_slots() const;
  // The joint positions that it applies.
  const FoundOffsets& offsets() const { return offsets_; }

 private:
  WornRig() = default;
  std::vector<RigBind> binds_;
  std::vector<RigSlot> other_slots_;
  FoundOffsets offsets_;
};

}  // namespace mannequin
