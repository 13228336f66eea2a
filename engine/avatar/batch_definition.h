// What any number of AvatarBatches share: the skins that every avatar wears, prepared for them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/mesh/skin.h"

namespace mannequin {

class BatchTables;

inline constexpr std::size_t kBatchLanes = 16;  // avatars side by side

// Every joint of the skeleton in its order, as world_joints.
std::vector<JointIndex> all_joints(const Skeleton& skeleton);

// Immutable: any number of threads may read it, and batches on different threads may share one.
class BatchDefinition {
 public:
  // Copies what it needs from the skins, which every avatar wears; the character must outlive the definition.
  // world_joints: joints whose world matrices you also need, without repetition; all_joints() if avatars wear
  // their own rigs. Fails (bad_data) like PrunedAppearance, or (bad_argument) without any skin or joint, or
  // with a skin of the system avatar.
  static Result<std::shared_ptr<const BatchDefinition>> build(const Character& character,
                                                              std::span<const Skin* const> skins,
                                                              std::span<const JointIndex> world_joints = {});
  ~BatchDefinition();

  // The one given to build().
  const Character& character() const;
  // Per skin; last, if there are world matrices, their number plus one for an identity.
  std::span<const std::size_t> palette_sizes() const;
  std::span<const JointIndex> world_joints() const;

  // For the library itself.
  const BatchTables& tables() const { return *tables_; }

 private:
  explicit BatchDefinition(std::unique_ptr<const BatchTables> tables);

  std::unique_ptr<const BatchTables> tables_;
};

}  // namespace mannequin
