#include "engine/math/box_least_squares.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace mannequin {
namespace {

SymmetricMatrix matrix_of(std::initializer_list<double> values) {
  SymmetricMatrix m(values.size() == 4 ? 2 : 3);
  std::copy(values.begin(), values.end(), m.values.begin());
  return m;
}

double cost(const SymmetricMatrix& a, std::span<const double> g, std::span<const double> d) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.n; ++i) {
    sum += g[i] * d[i];
    for (std::size_t j = 0; j < a.n; ++j) sum += 0.5 * d[i] * d[j] * a.at(std::max(i, j), std::min(i, j));
  }
  return sum;
}

TEST(BoxLeastSquares, SolvesWithTheFactor) {
  SymmetricMatrix a = matrix_of({4, 0, 0, 2, 5, 0, 1, 3, 6});
  ASSERT_TRUE(factorise(a));
  std::vector<double> b = {4 + 4 + 3, 2 + 10 + 9, 1 + 6 + 18};  // times (1, 2, 3)
  solve_factorised(a, b);
  EXPECT_NEAR(b[0], 1.0, 1e-12);
  EXPECT_NEAR(b[1], 2.0, 1e-12);
  EXPECT_NEAR(b[2], 3.0, 1e-12);
}

TEST(BoxLeastSquares, RefusesWhatIsNotPositiveDefinite) {
  SymmetricMatrix a = matrix_of({1, 0, 2, 1});
  EXPECT_FALSE(factorise(a));
}

TEST(BoxLeastSquares, NoPointOfAGridIsBetter) {
  const SymmetricMatrix a = matrix_of({2, 0, 1.5, 2});
  const std::vector<double> g = {-3.0, 0.5}, low = {-0.5, -0.4}, high = {0.8, 1.0};
  const std::vector<double> d = box_least_squares(a, g, low, high);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GE(d[i], low[i]);
    EXPECT_LE(d[i], high[i]);
  }
  const double least = cost(a, g, d);
  for (double x = low[0]; x <= high[0]; x += 0.01)
    for (double y = low[1]; y <= high[1]; y += 0.01)
      EXPECT_GE(cost(a, g, std::vector<double>{x, y}), least - 1e-9) << x << ", " << y;
}

TEST(BoxLeastSquares, StaysWhereABoundHoldsIt) {
  const SymmetricMatrix a = matrix_of({1, 0, 0, 1});
  const std::vector<double> d = box_least_squares(
      a, std::vector<double>{1.0, -1.0}, std::vector<double>{0.0, 0.0}, std::vector<double>{1.0, 5.0});
  EXPECT_EQ(d[0], 0.0);
  EXPECT_DOUBLE_EQ(d[1], 1.0);
}

}  // namespace
}  // namespace mannequin
