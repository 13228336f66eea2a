#include "tests/hostile/budget.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <memory>

namespace mannequin::test {

namespace {

// The most expensive file and command take 4 to 6 seconds, depending on what else a machine does.
constexpr double kCpuSeconds = 8.0;

template <typename Work>
double seconds_of(const Work& work) {
  const std::clock_t began = std::clock();
  work();
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

double seconds_of_computing() {
  double sum = 0.0;
  const double seconds = seconds_of([&] {
    for (int i = 0; i < 20'000'000; ++i) sum += std::sin(static_cast<double>(i));
  });
  return std::isfinite(sum) ? seconds : 0.0;
}

// Memory that is touched for the first time: in a virtual machine with busy neighbours this suffers most.
double seconds_of_fresh_memory() {
  constexpr std::size_t kBytes = std::size_t{256} << 20, kPage = 4096;
  return seconds_of([] {
    const auto fresh = std::make_unique_for_overwrite<volatile std::byte[]>(kBytes);
    for (std::size_t i = 0; i < kBytes; i += kPage) fresh[i] = std::byte{1};
  });
}

// How many times longer than usual this machine takes now, at least 1.
double slowness() {
  constexpr double kUsualComputing = 0.25, kUsualMemory = 0.75;
  return std::max({1.0, seconds_of_computing() / kUsualComputing, seconds_of_fresh_memory() / kUsualMemory});
}

}  // namespace

double cpu_budget(double used) { return used < kCpuSeconds ? kCpuSeconds : kCpuSeconds * slowness(); }

}  // namespace mannequin::test
