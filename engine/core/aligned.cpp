#include "engine/core/aligned.h"

#include <new>

#include "engine/platform/huge_pages.h"

namespace mannequin {
namespace {

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= 2 * kHugePage ? kHugePage : kCacheLine};
}

}  // namespace

void* allocate_lines(std::size_t bytes) {
  void* memory = ::operator new(bytes, alignment_of(bytes));
  if (bytes >= 2 * kHugePage) prefer_huge_pages(memory, bytes);
  return memory;
}

void free_lines(void* memory, std::size_t bytes) { ::operator delete(memory, alignment_of(bytes)); }

}  // namespace mannequin
