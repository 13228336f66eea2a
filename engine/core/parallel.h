// Work shared out over threads.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace mannequin {

// At most so many threads, the caller's among them; 0: all that the machine has, and never more. One caller
// at a time; several Parallels may work at once and share the machine's threads.
class Parallel {
 public:
  // Makes ready for so many; owns them until it is destroyed.
  explicit Parallel(unsigned threads);
  ~Parallel();
  Parallel(Parallel&&) noexcept;
  Parallel& operator=(Parallel&&) noexcept;

  // How many work, the caller's among them.
  unsigned threads() const { return threads_; }

  // Calls work(0) ... work(count - 1), in any order and at once, and returns when all are done. What work
  // wrote is seen by the caller. With one thread, or one piece of work, in order on the caller's thread.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) const;

 private:
  struct Arena;
  unsigned threads_;
  std::unique_ptr<Arena> arena_;  // none for one thread
};

}  // namespace mannequin
