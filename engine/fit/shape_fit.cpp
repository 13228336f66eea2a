#include "engine/fit/shape_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/fit/slider_reach.h"
#include "engine/math/box_least_squares.h"

namespace mannequin {
namespace {

constexpr double kNoEffect = 1e-6;  // metres over a slider's whole range
constexpr double kFarthest = 10.0;  // metres that an avatar may be moved as a whole
constexpr double kEnough = 1e-8;    // metres: residuals that need no further step

double squares(std::span<const double> values) {
  double sum = 0.0;
  for (const double v : values) sum += v * v;
  return sum;
}

// Keeps rounding from leaving the range.
double weight_at(const ParameterDesc& desc, double part) {
  return std::clamp(desc.min + part * (desc.max - desc.min), desc.min, desc.max);
}

// One search. Unknowns: sliders as fractions of their ranges, then the avatar's translation.
class ShapeSearch {
 public:
  ShapeSearch(const Character& character, const AvatarInputs& start, const ShapeFitGoal& goal,
              const ShapeFitOptions& options)
      : character_(character), goal_(goal), options_(options), inputs_(start) {
    inputs_.apply_parameters = true;
    inputs_.sliders[kMaleParameter] = options.sex == Sex::male ? 1.0 : 0.0;
    const Appearance& appearance = character.appearance;
    for (std::size_t i = 0; i < appearance.size(); ++i) {
      const auto p = static_cast<ParameterIndex>(i);
      const ParameterDesc& desc = appearance[p];
      if (desc.id == kMaleParameter || desc.id == kHoverParameter || !Appearance::is_transmitted(desc) ||
          !(desc.max > desc.min))
        continue;
      const SliderReach reach = slider_reach(appearance, p, options.sex);
      if (reach.joints().empty() && !(options.surface && reach.surface)) continue;
      const auto set = inputs_.sliders.find(desc.id);
      const double weight = set == inputs_.sliders.end() ? desc.default_weight : set->second;
      sliders_.push_back(p);
      x_.push_back(std::clamp((weight - desc.min) / (desc.max - desc.min), 0.0, 1.0));
      low_.push_back(0.0);
      high_.push_back(1.0);
    }
    for (int axis = 0; axis < 3 && options.movable; ++axis) {
      x_.push_back(options.moved[axis]);
      low_.push_back(-kFarthest);
      high_.push_back(kFarthest);
    }
  }

  ShapeFit run() {
    prepare();
    evaluate(x_, now_);
    double damping = 1e-3, stride = 0.02;
    ShapeFit out;
    for (; out.steps < options_.steps; ++out.steps) {
      if (goal_.prepare) {
        prepare();
        evaluate(x_, now_);
      }
      const double before = squares(now_);
      if (before <= kEnough * kEnough * static_cast<double>(now_.size())) break;
      derive(stride);
      bool better = false;
      for (int attempt = 0; attempt < 8 && !better; ++attempt) {
        better = try_step(damping);
        damping = better ? std::max(1e-9, damping * 0.2) : damping * 6.0;
      }
      const double after = squares(now_);
      if (better && after < before * (1.0 - 1e-4)) continue;
      if (stride < 1e-4 && !walk_each()) break;
      stride = std::max(5e-5, stride * 0.3);
      damping = 1e-3;
    }
    finish(out);
    return out;
  }

 private:
  Vec3 moved(std::span<const double> x) const {
    const std::size_t n = sliders_.size();
    return options_.movable ? Vec3(x[n], x[n + 1], x[n + 2]) : Vec3(0.0);
  }

  void place(std::span<const double> x) {
    for (std::size_t i = 0; i < sliders_.size(); ++i) {
      const ParameterDesc& desc = character_.appearance[sliders_[i]];
      inputs_.sliders[desc.id] = weight_at(desc, x[i]);
    }
    evaluate_avatar(character_, inputs_, state_);
  }

  void evaluate(std::span<const double> x, std::vector<double>& out) {
    place(x);
    out.clear();
    goal_.residuals(state_, moved(x), out);
    for (double& r : out)
      if (!std::isfinite(r)) r = 0.0;
  }

  void prepare() {
    if (!goal_.prepare) return;
    place(x_);
    goal_.prepare(state_, moved(x_));
  }

  // columns_[i]: the residuals' change per unit of unknown i.
  void derive(double stride) {
    columns_.resize(x_.size());
    std::vector<double> x = x_, up, down;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double above = std::min(x_[i] + stride, high_[i]), below = std::max(x_[i] - stride, low_[i]);
      x[i] = above;
      evaluate(x, up);
      x[i] = below;
      evaluate(x, down);
      x[i] = x_[i];
      columns_[i].resize(up.size());
      for (std::size_t r = 0; r < up.size(); ++r) columns_[i][r] = (up[r] - down[r]) / (above - below);
    }
    const std::size_t n = x_.size();
    normal_ = SymmetricMatrix(n);
    gradient_.assign(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        for (std::size_t r = 0; r < now_.size(); ++r) normal_.at(i, j) += columns_[i][r] * columns_[j][r];
      for (std::size_t r = 0; r < now_.size(); ++r) gradient_[i] += columns_[i][r] * now_[r];
    }
  }

  bool try_step(double damping) {
    const std::size_t n = x_.size();
    SymmetricMatrix damped = normal_;
    double largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, normal_.at(i, i));
    std::vector<double> low(n), high(n);
    for (std::size_t i = 0; i < n; ++i) {
      damped.at(i, i) += damping * normal_.at(i, i) + 1e-12 * largest + 1e-15;
      low[i] = low_[i] - x_[i];
      high[i] = high_[i] - x_[i];
    }
    const std::vector<double> step = box_least_squares(damped, gradient_, low, high);
    std::vector<double> x = x_, residuals;
    for (std::size_t i = 0; i < n; ++i) x[i] = std::clamp(x[i] + step[i], low_[i], high_[i]);
    return take(x, residuals);
  }

  bool take(const std::vector<double>& x, std::vector<double>& residuals) {
    evaluate(x, residuals);
    if (!(squares(residuals) < squares(now_))) return false;
    x_ = x;
    now_ = residuals;
    return true;
  }

  // Steps past the ends of ramps, where left and right derivatives differ. True if it improved noticeably.
  bool walk_each() {
    const double before = squares(now_);
    std::vector<double> residuals;
    for (std::size_t i = 0; i < sliders_.size(); ++i)
      for (const double stride : {0.2, 0.02, 0.002})
        for (const double side : {stride, -stride}) {
          std::vector<double> x = x_;
          x[i] = std::clamp(x[i] + side, 0.0, 1.0);
          if (x[i] != x_[i]) (void)take(x, residuals);
        }
    return squares(now_) < before * (1.0 - 1e-3);
  }

  void finish(ShapeFit& out) {
    derive(0.005);
    const std::size_t n = x_.size();
    SymmetricMatrix factor = normal_;
    for (std::size_t i = 0; i < n; ++i) factor.at(i, i) += kNoEffect * kNoEffect;
    const bool solved = factorise(factor);
    for (std::size_t i = 0; i < sliders_.size(); ++i) {
      FittedSlider slider;
      slider.parameter = sliders_[i];
      const ParameterDesc& desc = character_.appearance[sliders_[i]];
      slider.weight = weight_at(desc, x_[i]);
      const double alone = std::sqrt(normal_.at(i, i));
      if (alone > kNoEffect && solved) {
        std::vector<double> unit(n, 0.0);
        unit[i] = 1.0;
        solve_factorised(factor, unit);
        slider.grip = std::min(alone, 1.0 / std::sqrt(unit[i]));
        slider.hold = slider.grip < kLeastGrip ? SliderHold::shared : SliderHold::held;
      }
      out.fitted.push_back(slider);
    }
    evaluate(x_, now_);
    out.sliders = inputs_.sliders;
    out.moved = moved(x_);
    out.residuals = now_;
    out.rms = now_.empty() ? 0.0 : std::sqrt(squares(now_) / static_cast<double>(now_.size()));
  }

  const Character& character_;
  const ShapeFitGoal& goal_;
  const ShapeFitOptions& options_;
  AvatarInputs inputs_;
  AvatarState state_;
  std::vector<ParameterIndex> sliders_;
  std::vector<double> x_, low_, high_, now_, gradient_;
  std::vector<std::vector<double>> columns_;
  SymmetricMatrix normal_{0};
};

}  // namespace

ShapeFitGoal joints_goal(JointPlaces places) {
  ShapeFitGoal goal;
  goal.residuals = [wanted = std::move(places)](const AvatarState& state, const Vec3& moved,
                                                std::vector<double>& residuals) {
    for (const auto& [joint, place] : wanted) {
      const Vec3 apart = state.joints[static_cast<std::size_t>(joint)].world_position + moved - place;
      residuals.insert(residuals.end(), {apart.x, apart.y, apart.z});
    }
  };
  return goal;
}

ShapeFit fit_shape(const Character& character, const AvatarInputs& start, const ShapeFitGoal& goal,
                   const ShapeFitOptions& options) {
  return ShapeSearch(character, start, goal, options).run();
}

}  // namespace mannequin
