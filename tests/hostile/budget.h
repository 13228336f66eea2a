// What any file of less than 1 MB may use.
#pragma once

#include <cstddef>

namespace mannequin::test {

inline constexpr std::size_t kPeakBytes = 500'000'000;

// Seconds of processor time: eight on a usual machine. How much slower this one is, is only measured where
// `used` is more than that, since it depends on what else runs at the time.
double cpu_budget(double used);

}  // namespace mannequin::test
