#include "tests/hostile/budget.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace mannequin::test {

namespace {

constexpr double kCpuSeconds = 5.0, kUsualSeconds = 0.25;

// How many times longer than usual this machine takes now, at least 1.
double slowness() {
  const std::clock_t began = std::clock();
  double sum = 0.0;
  for (int i = 0; i < 20'000'000; ++i) sum += std::sin(static_cast<double>(i));
  const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  return std::max(1.0, std::isfinite(sum) ? seconds / kUsualSeconds : 1.0);
}

}  // namespace

double cpu_budget(double used) { return used < kCpuSeconds ? kCpuSeconds : kCpuSeconds * slowness(); }

}  // namespace mannequin::test
