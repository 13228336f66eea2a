// The minimum work for skinning a mesh, counted from its block table: for a kernel's share of the machine's
// limit (README.md, the roofline).
#pragma once

#include <cstddef>

#include "engine/skinning/joint_blocks.h"
#include "engine/skinning/result_layout.h"

namespace mannequin::bench {

// Per vertex of the mesh, for one avatar. Includes padding, which is computed, too.
struct SkinNeeds {
  double products = 0.0;      // multiplications, with or without an addition, of floats
  double vector_loads = 0.0;  // instructions that load a vector of `lanes` floats or packed numbers
  double broadcasts = 0.0;    // instructions that broadcast one number of a matrix
  double bytes_in = 0.0;      // of the tables; palettes stay in the L1 cache
  double bytes_out = 0.0;
};

// blocks: as stored by the CPU backend, packed if `layout` is. lanes: of the target's vectors.
SkinNeeds skin_needs(const JointBlocks& blocks, const ResultLayout& layout, bool unit_directions,
                     std::size_t lanes);

}  // namespace mannequin::bench
