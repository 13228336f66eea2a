// Memory that begins at a cache line, as streaming stores and vector loads want it.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace mannequin {

inline constexpr std::size_t kCacheLine = 64;

template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <typename U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* memory, std::size_t) { ::operator delete (memory, std::align_val_t{kCacheLine}); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace mannequin
