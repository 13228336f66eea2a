// Memory aligned to cache lines, for streaming stores and vector loads.
#pragma once

#include <cstddef>
#include <vector>

namespace mannequin {

inline constexpr std::size_t kCacheLine = 64;

// Large blocks are aligned to huge pages and request them: a crowd's results span thousands of small pages,
// and translating their addresses takes a fifth of the time. Throws std::bad_alloc, as allocators do.
void* allocate_lines(std::size_t bytes);
// Frees memory from allocate_lines(); `bytes` must be the same.
void free_lines(void* memory, std::size_t bytes);

// A standard allocator based on these.
template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  // The allocator requirements of the standard. allocate() throws std::bad_alloc.
  template <typename U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(allocate_lines(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) { free_lines(memory, count * sizeof(T)); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace mannequin
