// How a skinning job is cut into dispatches that a device takes.
#pragma once

#include <cstdint>
#include <vector>

namespace mannequin {

struct DispatchLimits {
  std::uint64_t groups_x = 65535, groups_y = 65535;    // work groups per dispatch
  std::uint64_t block_bytes = std::uint64_t{1} << 27;  // largest range of a buffer that a shader sees
  std::uint64_t alignment = 256;                       // of a range's start, bytes; a power of two
};

struct DispatchPiece {
  std::uint32_t first_instance, instance_count;
  std::uint32_t first_vertex, vertex_count;
};

// Pieces that cover every (vertex, instance) once, in order: runs of instances, and where one instance alone
// is too large, runs of vertices (begun at multiples of the work group). Empty if there is nothing to do, or
// if one palette or work group exceeds a block.
std::vector<DispatchPiece> plan_dispatches(std::uint32_t vertex_count, std::uint32_t palette_size,
                                           std::uint32_t instances, const DispatchLimits& limits);

}  // namespace mannequin
