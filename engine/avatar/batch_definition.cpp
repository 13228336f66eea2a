#include "engine/avatar/batch_definition.h"

#include <numeric>
#include <utility>

#include "engine/avatar/batch_tables.h"

namespace mannequin {

std::vector<JointIndex> all_joints(const Skeleton& skeleton) {
  std::vector<JointIndex> all(skeleton.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Result<std::shared_ptr<const BatchDefinition>> BatchDefinition::build(
    const Character& character, std::span<const Skin* const> skins,
    std::span<const JointIndex> world_joints) {
  auto tables = BatchTables::build(character, skins, world_joints);
  if (!tables) return error_of(std::move(tables));
  return std::shared_ptr<const BatchDefinition>(new BatchDefinition(std::move(*tables)));
}

BatchDefinition::BatchDefinition(std::unique_ptr<const BatchTables> tables) : tables_(std::move(tables)) {}
BatchDefinition::~BatchDefinition() = default;

const Character& BatchDefinition::character() const { return tables_->character(); }
std::span<const std::size_t> BatchDefinition::palette_sizes() const { return tables_->palette_sizes(); }
std::span<const JointIndex> BatchDefinition::world_joints() const { return tables_->world_joints(); }

}  // namespace mannequin
