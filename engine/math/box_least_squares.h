// Small dense systems of normal equations, and bounded least squares.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mannequin {

// A symmetric n x n matrix in row-major order; only the lower triangle is used.
struct SymmetricMatrix {
  explicit SymmetricMatrix(std::size_t size) : n(size), values(size * size) {}
  double& at(std::size_t row, std::size_t column) { return values[row * n + column]; }
  double at(std::size_t row, std::size_t column) const { return values[row * n + column]; }

  std::size_t n;
  std::vector<double> values;
};

// Cholesky factorisation in place, in the lower triangle. False if the matrix is not positive definite.
bool factorise(SymmetricMatrix& matrix);

// Solves in place with the factor.
void solve_factorised(const SymmetricMatrix& factor, std::span<double> values);

// Approximately minimises d'Ad / 2 + g'd for low <= d <= high: coordinates whose free minimum leaves the box
// are fixed at their bounds, and the others are solved again. Coordinates that start at a bound and are
// pushed outwards stay there. `a`: positive definite; otherwise the result is 0.
std::vector<double> box_least_squares(const SymmetricMatrix& a, std::span<const double> gradient,
                                      std::span<const double> low, std::span<const double> high);

}  // namespace mannequin
