// The innermost loop: skins a run of joint blocks. One kernel per instruction set, format and kind of store.
#pragma once

#include "engine/core/cpu_target.h"
#include "engine/skinning/joint_blocks.h"
#include "engine/skinning/result_layout.h"

namespace mannequin {

// A run of blocks of one mesh for one instance. Runs with different results may be skinned concurrently by
// different threads: everything else is only read.
struct BlockRun {
  const JointBlocks* mesh = nullptr;
  std::uint32_t first_block = 0, block_count = 0;
  const Mat34* palette = nullptr;        // mesh->palette_size matrices
  const float* morph_weights = nullptr;  // mesh->morph_count; null for all 0
  std::byte* instance = nullptr;         // layout.instance_bytes() bytes, aligned to a cache line
  ResultLayout layout;                   // packed: the mesh's directions must be packed too
};

using BlockKernel = void (*)(const BlockRun& run);

// streaming: uses streaming stores; call finish_streaming() before another thread reads.
BlockKernel block_kernel(CpuTarget target, const ResultLayout& layout, bool streaming);
void finish_streaming();

}  // namespace mannequin
