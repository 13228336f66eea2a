// Memory that begins at a cache line, as streaming stores and vector loads want it.
#pragma once

#include <cstddef>
#include <vector>

namespace mannequin {

inline constexpr std::size_t kCacheLine = 64;

// Large blocks begin at a huge page and ask for huge pages: a crowd's results reach over thousands of small
// ones, and looking those up takes a fifth of the time. Throws std::bad_alloc, as allocators do.
void* allocate_lines(std::size_t bytes);
// Gives back what allocate_lines() gave; `bytes` as then.
void free_lines(void* memory, std::size_t bytes);

// A standard allocator over these two.
template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  // What the standard asks of an allocator. allocate() throws std::bad_alloc.
  template <typename U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(allocate_lines(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) { free_lines(memory, count * sizeof(T)); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace mannequin
