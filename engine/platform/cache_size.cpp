#include "engine/platform/cache_size.h"

#include <unistd.h>

#include <algorithm>

namespace mannequin {

std::size_t last_cache_bytes() {
  long largest = 0;
#if defined(_SC_LEVEL3_CACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE)
  largest = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE));
#endif
  return largest > 0 ? static_cast<std::size_t>(largest) : std::size_t{8} << 20;
}

}  // namespace mannequin
