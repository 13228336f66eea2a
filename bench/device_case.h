// What cases on GPUs share: how they are timed, and what those of memory are made of.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mannequin::bench {

// Several between two waits: a wait costs as much as copying tens of megabytes.
inline constexpr int kPerWait = 8;
inline constexpr std::size_t kSoftwareLimit = std::size_t{64} << 20;  // bytes; a software GPU takes less
inline constexpr std::uint32_t kFilling = 0x12345678u;

// Repeats `work()` until the device runs at its full clock, for two seconds at least, or until false is
// returned. A device that had nothing to do for a few seconds, as while a case is prepared, runs at a
// fraction of its clock (an H200 at 345 of 1,980 MHz), and takes longer to raise it than a case is timed.
template <typename Work>
void warm_up(const Work& work) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::duration<double> kUnchanged{1.0}, kAtMost{10.0};
  const Clock::time_point begin = Clock::now();
  Clock::time_point faster = begin + std::chrono::seconds{1};
  std::chrono::duration<double> best = Clock::duration::max();
  for (Clock::time_point now = begin; now - faster < kUnchanged && now - begin < kAtMost;) {
    if (!work()) return;
    const std::chrono::duration<double> took = Clock::now() - now;
    now += std::chrono::duration_cast<Clock::duration>(took);
    if (took < 0.98 * best) faster = std::max(faster, now);
    best = std::min(best, took);
  }
}

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
