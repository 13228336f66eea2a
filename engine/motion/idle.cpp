#include "engine/motion/idle.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/core/seeded_random.h"
#include "engine/math/turns.h"

namespace mannequin {
namespace {

constexpr double kBreath = 0.05;                    // radians
constexpr double kSway = glm::radians(1.0 / 0.42);  // per unit of noise
constexpr double kSwayPace = 0.2;                   // units of noise per second
constexpr std::size_t kNoiseCells = 256;

// Classic gradient noise on a lattice.
class GradientNoise {
 public:
  GradientNoise() {
    SeededRandom random(42);
    for (Vec2& gradient : gradients_) {
      do gradient = Vec2(random.unit(), random.unit()) * 2.0 - 1.0;
      while (glm::dot(gradient, gradient) < 1e-6);
      gradient = glm::normalize(gradient);
    }
    for (std::size_t i = 0; i < kNoiseCells; ++i) order_[i] = i;
    for (std::size_t i = kNoiseCells; i-- > 1;) std::swap(order_[i], order_[random.below(i + 1)]);
  }

  double at(double x, double y) const {
    const Vec2 cell(std::floor(x), std::floor(y)), within = Vec2(x, y) - cell;
    const Vec2 fade = within * within * (3.0 - 2.0 * within);
    const auto corner = [&](int dx, int dy) {
      const std::size_t column = wrapped(cell.x + dx), row = wrapped(cell.y + dy);
      return glm::dot(gradients_[order_[(order_[column] + row) % kNoiseCells]], within - Vec2(dx, dy));
    };
    return glm::mix(glm::mix(corner(0, 0), corner(1, 0), fade.x),
                    glm::mix(corner(0, 1), corner(1, 1), fade.x), fade.y);
  }

 private:
  static std::size_t wrapped(double cell) {
    constexpr auto kCells = static_cast<double>(kNoiseCells);
    return static_cast<std::size_t>(cell - kCells * std::floor(cell / kCells)) % kNoiseCells;
  }

  std::array<Vec2, kNoiseCells> gradients_;
  std::array<std::size_t, kNoiseCells> order_{};
};

}  // namespace

Quat breathing(double seconds) {
  return turn_about_axes(0.0, std::isfinite(seconds) ? kBreath * std::sin(seconds) : 0.0, 0.0);
}

Quat body_noise(double seconds) {
  static const GradientNoise kNoise;
  if (!std::isfinite(seconds)) return {1.0, 0.0, 0.0, 0.0};
  const double pace = kSwayPace * seconds;
  return turn_about_axes(kSway * kNoise.at(pace, 0.0), kSway * kNoise.at(0.0, pace), 0.0);
}

}  // namespace mannequin
