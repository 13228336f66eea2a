// The threads of an AvatarBatch and the scratch of each.
#pragma once

#include <tbb/task_arena.h>

#include <vector>

#include "engine/avatar/avatar_batch.h"

namespace mannequin {

struct AvatarBatch::Workers {
  explicit Workers(int threads, std::size_t scratch_floats) : arena(threads) {
    for (int i = 0; i < threads; ++i) scratch.emplace_back(scratch_floats);
  }
  tbb::task_arena arena;
  std::vector<AlignedFloats> scratch;  // per thread of the arena
};

}  // namespace mannequin
