#include "engine/platform/cache_size.h"

#include <unistd.h>

#include <algorithm>
#ifdef __linux__
#include <fstream>
#endif

namespace mannequin {
namespace {

#ifdef __linux__
std::string first_word(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

// "1024K", "32M", "65536"; 0 for anything else.
std::size_t bytes_of(const std::string& text) {
  constexpr std::size_t kSensible = 9;  // digits
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > kSensible || text.size() > digits + 1) return 0;
  const std::size_t number = std::stoul(text.substr(0, digits));
  const char unit = digits < text.size() ? text[digits] : 'B';
  return unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : unit == 'B' ? number : 0;
}
#endif

// On AMD processors with many cores the C library adds up caches of which each core reaches one (508 MB
// instead of 32 on one of them). Only virtual machines that hide the description of the caches depend on it.
[[maybe_unused]] constexpr std::size_t kLastOfFewCores = std::size_t{32} << 20;

// Of the C library, where it knows of caches.
[[maybe_unused]] std::size_t asked(int which) {
  const long bytes = sysconf(which);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

}  // namespace

CacheSizes cache_sizes([[maybe_unused]] const std::string& folder) {
  CacheSizes sizes;
#ifdef __linux__
  for (int index = 0;; ++index) {
    const std::string cache = folder + "/index" + std::to_string(index) + "/";
    const std::string level = first_word(cache + "level");
    if (level.empty()) break;
    if (first_word(cache + "type") == "Instruction") continue;
    const std::size_t bytes = bytes_of(first_word(cache + "size"));
    (level == "1" ? sizes.first : level == "2" ? sizes.second : sizes.last) = bytes;
  }
#endif
#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
  if (sizes.first == 0) sizes.first = asked(_SC_LEVEL1_DCACHE_SIZE);
  if (sizes.second == 0) sizes.second = asked(_SC_LEVEL2_CACHE_SIZE);
  if (sizes.last == 0) sizes.last = std::min(asked(_SC_LEVEL3_CACHE_SIZE), kLastOfFewCores);
#endif
  return sizes;
}

}  // namespace mannequin
