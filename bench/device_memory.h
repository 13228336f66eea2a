// What the cases of both graphics APIs for a GPU's memory share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mannequin::bench {

// Several between two waits: a wait costs as much as copying tens of megabytes.
inline constexpr int kPerWait = 8;
inline constexpr std::size_t kSoftwareLimit = std::size_t{64} << 20;  // bytes; a software GPU takes less
inline constexpr std::uint32_t kFilling = 0x12345678u;

// Words that all differ.
inline std::vector<std::uint32_t> pattern(std::size_t bytes) {
  std::vector<std::uint32_t> numbers(bytes / sizeof(std::uint32_t));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  return numbers;
}

// Work groups of shaders/stream.comp and products.comp: of 256 threads, at most 32,768 side by side, since
// every device has 65,535.
struct StreamGroups {
  std::uint32_t wide = 0, high = 0;
};
inline StreamGroups stream_groups(std::size_t threads) {
  const auto groups = static_cast<std::uint32_t>(threads / 256);
  const std::uint32_t wide = std::min(groups, 32'768u);
  return {wide, groups / wide};
}

}  // namespace mannequin::bench
