#include "engine/math/box_least_squares.h"

#include <algorithm>
#include <cmath>

namespace mannequin {

bool factorise(SymmetricMatrix& matrix) {
  const std::size_t n = matrix.n;
  for (std::size_t j = 0; j < n; ++j) {
    double diagonal = matrix.at(j, j);
    for (std::size_t k = 0; k < j; ++k) diagonal -= matrix.at(j, k) * matrix.at(j, k);
    if (!(diagonal > 0.0) || !std::isfinite(diagonal)) return false;
    const double root = matrix.at(j, j) = std::sqrt(diagonal);
    for (std::size_t i = j + 1; i < n; ++i) {
      double sum = matrix.at(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= matrix.at(i, k) * matrix.at(j, k);
      matrix.at(i, j) = sum / root;
    }
  }
  return true;
}

void solve_factorised(const SymmetricMatrix& factor, std::span<double> values) {
  const std::size_t n = factor.n;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) values[i] -= factor.at(i, k) * values[k];
    values[i] /= factor.at(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) values[i] -= factor.at(k, i) * values[k];
    values[i] /= factor.at(i, i);
  }
}

std::vector<double> box_least_squares(const SymmetricMatrix& a, std::span<const double> gradient,
                                      std::span<const double> low, std::span<const double> high) {
  const std::size_t n = a.n;
  std::vector<double> d(n, 0.0);
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < n; ++i) {
    d[i] = std::clamp(0.0, low[i], high[i]);
    const bool stuck = (low[i] >= 0.0 && gradient[i] > 0.0) || (high[i] <= 0.0 && gradient[i] < 0.0);
    if (!stuck && low[i] < high[i]) free.push_back(i);
  }
  while (!free.empty()) {
    SymmetricMatrix part(free.size());
    std::vector<double> step(free.size());
    for (std::size_t r = 0; r < free.size(); ++r) {
      step[r] = -gradient[free[r]];
      for (std::size_t i = 0; i < n; ++i)
        if (std::find(free.begin(), free.end(), i) == free.end())
          step[r] -= a.at(std::max(free[r], i), std::min(free[r], i)) * d[i];
      for (std::size_t c = 0; c <= r; ++c) part.at(r, c) = a.at(free[r], free[c]);
    }
    if (!factorise(part)) return std::vector<double>(n, 0.0);
    solve_factorised(part, step);
    std::vector<std::size_t> inside;
    for (std::size_t r = 0; r < free.size(); ++r) {
      const std::size_t i = free[r];
      d[i] = std::clamp(step[r], low[i], high[i]);
      if (d[i] == step[r]) inside.push_back(i);
    }
    if (inside.size() == free.size()) break;
    free = std::move(inside);
  }
  return d;
}

}  // namespace mannequin
