// Which vertices share a block: grouping by the joints that move them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/mesh/skin.h"

namespace mannequin {

// Vertices for one block, at most sixteen, and the palette slots that they need together, ascending.
struct SharedJoints {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint16_t> slots;
};

// joint_sets[v]: the slots that move vertex v, ascending. Every vertex comes once. Blocks with fewer slots
// first, among equals in the mesh's order, so that neighbours stay together.
std::vector<SharedJoints> share_joints(std::span<const std::vector<std::uint16_t>> joint_sets);

}  // namespace mannequin
