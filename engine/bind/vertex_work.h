// Work on every vertex of a surface, by several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

#include "engine/core/parallel.h"

namespace mannequin {

// Calls `work` once for each vertex, at the same time for several.
inline void for_each_vertex(std::size_t count, const std::function<void(std::size_t)>& work) {
  constexpr std::size_t kAtOnce = 256;
  Parallel(0).for_each((count + kAtOnce - 1) / kAtOnce, [&](std::size_t run) {
    for (std::size_t v = run * kAtOnce; v < std::min(count, (run + 1) * kAtOnce); ++v) work(v);
  });
}

}  // namespace mannequin
