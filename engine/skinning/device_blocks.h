// Joint blocks as stored on a device: runs of words in the layout of shaders/skin_layout.h.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/result.h"
#include "engine/skinning/joint_blocks.h"
#include "engine/skinning/result_layout.h"
#include "engine/skinning/skin_device.h"

namespace mannequin {

// A run of a mesh's blocks with its own result layout; for a mesh of one part, the usual one.
struct DevicePart {
  std::uint32_t first_block = 0, block_count = 0;
  std::vector<std::uint32_t> words;

  std::uint32_t first_place() const { return first_block * static_cast<std::uint32_t>(kBlockSize); }
  std::uint32_t place_count() const { return block_count * static_cast<std::uint32_t>(kBlockSize); }
};

// As few parts as the limits allow: one, unless the mesh or one instance of its results is larger than a
// page. `packed`: pack() was applied to the blocks. Fails (device) if a single block exceeds a page.
Result<std::vector<DevicePart>> make_device_parts(const JointBlocks& blocks, VertexFormat format,
                                                  const DeviceLimits& limits);

}  // namespace mannequin
