// The processor's caches.
#pragma once

#include <cstddef>
#include <string>

namespace mannequin {

// Bytes of one core's L1 data cache, of its L2 cache, and of the last-level cache, which cores share; 0 where
// the system does not report it.
struct CacheSizes {
  std::size_t first = 0, second = 0, last = 0;
};

// folder: where Linux describes one processor's caches. Missing values fall back to the C library, but for at
// most 32 MiB of last-level cache: on some AMD processors it says ten times as much as a core can use
// (glibc 2.36).
CacheSizes cache_sizes(const std::string& folder = "/sys/devices/system/cpu/cpu0/cache");

// Bytes of the largest cache; 8 MiB if the system does not report it.
std::size_t last_cache_bytes();

}  // namespace mannequin
