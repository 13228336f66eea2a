#include "bench/skin_needs.h"

#include <algorithm>

namespace mannequin::bench {

SkinNeeds skin_needs(const JointBlocks& blocks, const ResultLayout& layout, bool unit_directions,
                     std::size_t lanes) {
  const bool packed = layout.format == VertexFormat::packed;
  const double directions = layout.tangents ? 2.0 : 1.0;
  // Per direction: a rotation; squared length, one Newton step and its application; rounding to ten bits.
  const double of_direction = 9.0 + (unit_directions ? 10.0 : 0.0) + (packed ? 3.0 + 3.0 : 0.0);
  const double vectors = std::max(1.0, static_cast<double>(kBlockSize) / static_cast<double>(lanes));
  // Narrow vectors are processed in pairs, and load a matrix once for both.
  const double groups = std::max(1.0, vectors / 2.0);

  SkinNeeds needs;
  double slots = 0.0;
  for (const JointBlock& block : blocks.blocks) {
    const double joints = block.slot_count;
    slots += joints;
    const double weighted = joints > 1.0 ? joints : 0.0;  // a block's only joint has weight 1
    // The blend of matrices, the point, the directions; packed weights are converted to floats first.
    needs.products += 12.0 * weighted + 9.0 + directions * of_direction + (packed ? joints : 0.0);
    needs.vector_loads += vectors * (weighted + 3.0 + 3.0 * directions);
    needs.broadcasts += groups * 12.0 * joints;
  }
  const double places = static_cast<double>(blocks.place_count()), vertices = blocks.vertex_count;
  needs.products *= static_cast<double>(kBlockSize) / vertices;
  needs.vector_loads /= vertices;
  needs.broadcasts /= vertices;
  const double number = packed ? 2.0 : 4.0;
  needs.bytes_in =
      (places * (12.0 + 3.0 * number * directions) + slots * (kBlockSize * number + sizeof(std::uint16_t)) +
       static_cast<double>(blocks.blocks.size() * sizeof(JointBlock))) /
      vertices;
  needs.bytes_out = static_cast<double>(layout.instance_bytes()) / vertices;
  return needs;
}

}  // namespace mannequin::bench
