// What any file of less than 1 MB may use.
#pragma once

#include <cstddef>

namespace mannequin::test {

// Seconds of a machine that takes kUsualSeconds for what slowness() does.
inline constexpr std::size_t kPeakBytes = 500'000'000;
inline constexpr double kCpuSeconds = 5.0, kUsualSeconds = 0.25;

// How many times slower than usual this machine is now, at least 1.
double slowness();

}  // namespace mannequin::test
