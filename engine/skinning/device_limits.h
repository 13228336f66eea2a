// The limits of a graphics device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace mannequin {

// The limits of a device.
struct DeviceLimits {
  std::uint64_t page_bytes = std::uint64_t{1} << 30;  // largest buffer that a shader can address as one range
  std::uint64_t call_bytes = std::uint64_t{1} << 27;  // largest data of one batch: palettes and rows
  std::uint64_t total_bytes = std::numeric_limits<std::uint64_t>::max();  // total memory, if known
  std::uint32_t groups_x = 65535, groups_y = 65535;                       // work groups per dispatch
  std::uint32_t uniform_alignment = 256;
};

// The stricter of each; the larger alignment.
DeviceLimits stricter(const DeviceLimits& a, const DeviceLimits& b);

}  // namespace mannequin
