#include "engine/platform/cache_size.h"

#include <vector>

#include "engine/platform/windows/handle.h"

namespace mannequin {

CacheSizes cache_sizes(const std::string&) {
  CacheSizes sizes;
  DWORD bytes = 0;
  GetLogicalProcessorInformation(nullptr, &bytes);
  std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> all(bytes / sizeof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION));
  if (all.empty() || !GetLogicalProcessorInformation(all.data(), &bytes)) return sizes;
  for (const SYSTEM_LOGICAL_PROCESSOR_INFORMATION& about : all) {
    if (about.Relationship != RelationCache || about.Cache.Type == CacheInstruction) continue;
    (about.Cache.Level == 1   ? sizes.first
     : about.Cache.Level == 2 ? sizes.second
                              : sizes.last) = about.Cache.Size;
  }
  return sizes;
}

}  // namespace mannequin
