// Counts what the program takes from the heap by operator new, in every library and on every thread.
#pragma once

#include <cstddef>

namespace mannequin::test {

// Since the program began.
std::size_t allocations();

template <typename Work>
std::size_t allocations_of(Work&& work) {
  const std::size_t before = allocations();
  work();
  return allocations() - before;
}

}  // namespace mannequin::test
