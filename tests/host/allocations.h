// Counts the program's allocations by operator new, in every library and on every thread.
#pragma once

#include <cstddef>

namespace mannequin::test {

// Since the program began.
std::size_t allocations();

// Taken and not given back yet.
std::size_t live_allocations();

// From now on, after `after` more, the next `count` allocations fail.
void fail_allocations(std::size_t after, std::size_t count);

// True if one has failed.
bool stop_failing();

template <typename Work>
std::size_t allocations_of(Work&& work) {
  const std::size_t before = allocations();
  work();
  return allocations() - before;
}

}  // namespace mannequin::test
