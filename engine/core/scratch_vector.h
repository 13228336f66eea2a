// Memory for what is needed only for a while, such as the numbers of a file until they are a mesh.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "engine/core/aligned.h"
#include "engine/platform/huge_pages.h"

namespace mannequin {

// Elements without a value are not set to 0. Large blocks are in whole huge pages: they are used once, and
// the system takes longer to hand out their small pages one by one than we take to fill them.
template <typename T>
struct ScratchAllocator {
  using value_type = T;
  ScratchAllocator() = default;
  // The allocator requirements of the standard. allocate() throws std::bad_alloc.
  template <typename U>
  ScratchAllocator(const ScratchAllocator<U>&) {}
  T* allocate(std::size_t count) {
    if (count < kLarge) return std::allocator<T>().allocate(count);
    return static_cast<T*>(allocate_lines(whole_pages(count)));
  }
  void deallocate(T* memory, std::size_t count) {
    if (count < kLarge) return std::allocator<T>().deallocate(memory, count);
    free_lines(memory, whole_pages(count));
  }
  template <typename U>
  void construct(U* element) {
    ::new (static_cast<void*>(element)) U;
  }
  template <typename U, typename... From>
  void construct(U* element, From&&... from) {
    ::new (static_cast<void*>(element)) U(std::forward<From>(from)...);
  }
  friend bool operator==(ScratchAllocator, ScratchAllocator) { return true; }

 private:
  static constexpr std::size_t kLarge = kHugePage / 4 / sizeof(T);  // elements
  static std::size_t whole_pages(std::size_t count) {
    const std::size_t pages = (count * sizeof(T) + kHugePage - 1) / kHugePage;
    return std::max<std::size_t>(pages, 2) * kHugePage;  // of fewer, allocate_lines() makes small pages
  }
};

template <typename T>
using ScratchVector = std::vector<T, ScratchAllocator<T>>;

}  // namespace mannequin
