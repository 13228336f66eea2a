#include "engine/core/parallel.h"

#include <algorithm>

// oneTBB is not instrumented, so ThreadSanitizer reports its synchronisation as races. There plain threads
// do the same work, which checks our own code.
#if defined(MANNEQUIN_PLAIN_THREADS)
#include <atomic>
#include <thread>
#include <vector>
#elif !defined(MANNEQUIN_ONE_THREAD)
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace mannequin {

#if defined(MANNEQUIN_ONE_THREAD)

namespace {
unsigned machine_threads() { return 1; }
}  // namespace

struct Parallel::Arena {
  explicit Arena(unsigned) {}
  void for_each(std::size_t, const std::function<void(std::size_t)>&) const {}
};

#elif defined(MANNEQUIN_PLAIN_THREADS)

namespace {
unsigned machine_threads() { return std::max(std::thread::hardware_concurrency(), 1u); }
}  // namespace

struct Parallel::Arena {
  explicit Arena(unsigned count) : threads(count) {}
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) const {
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads; ++t) others.emplace_back(run);
    run();
    for (std::thread& other : others) other.join();
  }
  unsigned threads;
};

#else

namespace {
unsigned machine_threads() { return static_cast<unsigned>(tbb::info::default_concurrency()); }
}  // namespace

struct Parallel::Arena {
  explicit Arena(unsigned count) : arena(static_cast<int>(count)) {}
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) {
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, work); });
  }
  tbb::task_arena arena;
};

#endif

Parallel::Parallel(unsigned threads)
    : threads_(threads == 0 ? machine_threads() : std::min(threads, machine_threads())),
      arena_(threads_ > 1 ? std::make_unique<Arena>(threads_) : nullptr) {}
Parallel::~Parallel() = default;
Parallel::Parallel(Parallel&&) noexcept = default;
Parallel& Parallel::operator=(Parallel&&) noexcept = default;

void Parallel::for_each(std::size_t count, const std::function<void(std::size_t)>& work) const {
  if (arena_ && count > 1) return arena_->for_each(count, work);
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace mannequin
