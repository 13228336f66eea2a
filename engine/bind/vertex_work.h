// Work on every vertex of a surface, by several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

#include "engine/bind/bind_progress.h"
#include "engine/core/parallel.h"

namespace mannequin {

// Calls `work` once for each vertex, at the same time for several. False if `progress` cancelled: then some
// were left out.
inline bool for_each_vertex(std::size_t count, const std::function<void(std::size_t)>& work,
                            const BindProgress& progress = {}) {
  constexpr std::size_t kAtOnce = 256;
  std::size_t done = 0;
  std::atomic<bool> go_on = true;
  std::mutex reporting;
  Parallel(0).for_each((count + kAtOnce - 1) / kAtOnce, [&](std::size_t run) {
    if (!go_on) return;
    const std::size_t end = std::min(count, (run + 1) * kAtOnce);
    for (std::size_t v = run * kAtOnce; v < end; ++v) work(v);
    if (!progress) return;
    const std::lock_guard lock(reporting);
    done += end - run * kAtOnce;
    if (go_on && !progress(static_cast<double>(done) / static_cast<double>(count))) go_on = false;
  });
  return go_on;
}

}  // namespace mannequin
