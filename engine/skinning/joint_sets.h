// Assigns vertices to blocks: groups them by the joints that move them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/mesh/skin.h"

namespace mannequin {

// Vertices of one block, at most sixteen, and the union of their palette slots, ascending.
struct SharedJoints {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint16_t> slots;
};

// joint_sets[v]: the slots that move vertex v, ascending. Each vertex is in one block. Blocks with fewer
// slots come first, otherwise in mesh order, so that neighbours stay together.
std::vector<SharedJoints> share_joints(std::span<const std::vector<std::uint16_t>> joint_sets);

}  // namespace mannequin
