#include "engine/platform/huge_pages.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mannequin {

void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
}

}  // namespace mannequin
