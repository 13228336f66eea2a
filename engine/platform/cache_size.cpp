#include "engine/platform/cache_size.h"

#include <algorithm>

namespace mannequin {

std::size_t last_cache_bytes() {
  const CacheSizes sizes = cache_sizes();
  const std::size_t largest = std::max(sizes.second, sizes.last);
  return largest > 0 ? largest : std::size_t{8} << 20;
}

}  // namespace mannequin
