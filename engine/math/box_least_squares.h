// Small dense systems of normal equations, and their least squares between bounds.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mannequin {

// A symmetric matrix of n x n, row by row, whose lower triangle counts.
struct SymmetricMatrix {
  explicit SymmetricMatrix(std::size_t size) : n(size), values(size * size) {}
  double& at(std::size_t row, std::size_t column) { return values[row * n + column]; }
  double at(std::size_t row, std::size_t column) const { return values[row * n + column]; }

  std::size_t n;
  std::vector<double> values;
};

// Cholesky's factor in place, in the lower triangle. False if the matrix is not positive definite.
bool factorise(SymmetricMatrix& matrix);

// Solves in place with the factor.
void solve_factorised(const SymmetricMatrix& factor, std::span<double> values);

// The d with low <= d <= high that makes d'Ad / 2 + g'd small: where the free minimum leaves the box, the
// coordinates that leave it stay at their bounds and the others are solved for again. Coordinates that sit at
// a bound and are pushed outwards stay. `a`: positive definite; otherwise the result is 0.
std::vector<double> box_least_squares(const SymmetricMatrix& a, std::span<const double> gradient,
                                      std::span<const double> low, std::span<const double> high);

}  // namespace mannequin
