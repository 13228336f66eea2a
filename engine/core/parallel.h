// Work distributed over threads.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace mannequin {

// Uses at most this many threads, including the caller's. 0: the maximum, which is all hardware threads, or
// those of the host's job system if one is set. One caller at a time; several Parallels can work concurrently
// and share the machine's threads.
class Parallel {
 public:
  // Creates and owns the worker threads.
  explicit Parallel(unsigned threads);
  ~Parallel();
  Parallel(Parallel&&) noexcept;
  Parallel& operator=(Parallel&&) noexcept;

  // The number of threads, including the caller's.
  unsigned threads() const { return threads_; }

  // Calls work(0) ... work(count - 1), in any order and concurrently, and returns when all are done. Their
  // writes are visible to the caller. With one thread or one item, runs in order on the caller's thread.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) const;

 private:
  struct Arena;
  unsigned threads_;
  std::unique_ptr<Arena> arena_;  // null for one thread
};

}  // namespace mannequin
