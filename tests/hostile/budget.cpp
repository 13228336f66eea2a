#include "tests/hostile/budget.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace mannequin::test {

double slowness() {
  const std::clock_t began = std::clock();
  double sum = 0.0;
  for (int i = 0; i < 20'000'000; ++i) sum += std::sin(static_cast<double>(i));
  const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  return std::max(1.0, std::isfinite(sum) ? seconds / kUsualSeconds : 1.0);
}

}  // namespace mannequin::test
