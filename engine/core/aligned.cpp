#include "engine/core/aligned.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mannequin {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= 2 * kHugePage ? kHugePage : kCacheLine};
}

}  // namespace

void* allocate_lines(std::size_t bytes) {
  void* memory = ::operator new(bytes, alignment_of(bytes));
#ifdef __linux__
  // A hint: nothing is lost if it is ignored. Only whole huge pages, so that it does not affect
  // other memory.
  if (bytes >= 2 * kHugePage) madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_lines(void* memory, std::size_t bytes) { ::operator delete(memory, alignment_of(bytes)); }

}  // namespace mannequin
