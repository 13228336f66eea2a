#include "engine/platform/memory_size.h"

#include "engine/platform/windows/handle.h"

namespace mannequin {

std::uint64_t memory_bytes() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : 0;
}

}  // namespace mannequin
