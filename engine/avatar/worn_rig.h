// What an avatar of a crowd wears: the joints of a mesh, their binds, and the joint positions that come with
// it. No vertices: those are the skinner's, or the host's.
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

// Immutable: any number of threads may read it, and any number of avatars wear it.
class WornRig {
 public:
  // Copies what it needs of the skin, which may have vertices or not (Skin::build_rig). mesh_id decides who
  // wins a joint that several move; of rigs with equal ids only the first one's joint positions count, so
  // meshes without an id of their own need Uuid::numbered. joint_positions: whether they count at all; those
  // of mesh assets always do in-world. Fails (bad_argument) for a skin of the system avatar.
  static Result<std::shared_ptr<const WornRig>> build(const Skin& skin, const Skeleton& skeleton,
                                                      const Uuid& mesh_id, bool joint_positions = true);

  // Matrices of its palette: one per joint and last the identity, as of the skin.
  std::size_t palette_size() const { return binds_.size() + 1; }
  // By slot of the palette, without the identity.
  std::span<const RigBind> binds() const { return binds_; }
  // The joint positions that it applies.
  const FoundOffsets& offsets() const { return offsets_; }

 private:
  WornRig() = default;
  std::vector<RigBind> binds_;
  FoundOffsets offsets_;
};

}  // namespace mannequin
