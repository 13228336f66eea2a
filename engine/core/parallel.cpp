#include "engine/core/parallel.h"

#include <algorithm>
#include <exception>

#include "engine/core/job_system.h"
#include "engine/platform/threads.h"

// oneTBB is not instrumented, so ThreadSanitizer reports its synchronisation as races. Under it, plain
// threads do the same work, so that our own code is still checked.
#if defined(MANNEQUIN_PLAIN_THREADS)
#include <atomic>
#include <thread>
#include <vector>
#elif !defined(MANNEQUIN_ONE_THREAD)
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <new>
#include <stdexcept>
#endif

namespace mannequin {

#if defined(MANNEQUIN_ONE_THREAD)

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
  // oneTBB throws this if the system refuses a thread; we report it like any other lack of memory. The
  // engine's own work never throws it.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) {
    try {
      arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, work); });
    } catch (const std::runtime_error&) {
      throw std::bad_alloc();
    }
  }
  tbb::task_arena arena;
};

#endif

namespace {

// The host's job system, if one is set.
JobSystem host_system;
bool has_host_system = false;

#if defined(MANNEQUIN_ONE_THREAD)

unsigned available_threads() { return 1; }

#else

// Passed to the host's threads: no exception may reach their code.
struct HostRun {
  const std::function<void(std::size_t)>& work;
  Mutex mutex;
  std::exception_ptr thrown;

  static void run_one(void* context, std::size_t index) {
    auto& self = *static_cast<HostRun*>(context);
    try {
      self.work(index);
    } catch (...) {
      const Lock lock(self.mutex);
      if (!self.thrown) self.thrown = std::current_exception();
    }
  }
};

unsigned available_threads() {
  return has_host_system ? std::max(host_system.threads, 1u) : machine_threads();
}

#endif

}  // namespace

void set_job_system(const JobSystem* system) {
  has_host_system = system != nullptr && system->run != nullptr;
  host_system = has_host_system ? *system : JobSystem{};
}

Parallel::Parallel(unsigned threads)
    : threads_(threads == 0 ? available_threads() : std::min(threads, available_threads())),
      arena_(threads_ > 1 && !has_host_system ? std::make_unique<Arena>(threads_) : nullptr) {}
Parallel::~Parallel() = default;
Parallel::Parallel(Parallel&&) noexcept = default;
Parallel& Parallel::operator=(Parallel&&) noexcept = default;

void Parallel::for_each(std::size_t count, const std::function<void(std::size_t)>& work) const {
  if (arena_ && count > 1) return arena_->for_each(count, work);
#if !defined(MANNEQUIN_ONE_THREAD)
  if (!arena_ && threads_ > 1 && count > 1 && has_host_system) {
    HostRun run{work, {}, nullptr};
    host_system.run(host_system.user, count, HostRun::run_one, &run);
    if (run.thrown) std::rethrow_exception(run.thrown);
    return;
  }
#endif
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace mannequin
