// Fits slider values so that an avatar comes closest to something measured: joints, or a surface.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/avatar/avatar.h"

namespace mannequin {

// The goal to minimise.
struct ShapeFitGoal {
  // Called before every step, to choose correspondences
  // (nearest points) again. May be empty.
  std::function<void(const AvatarState& state, const Vec3& moved)> prepare;
  // Writes the residuals, metres, of an avatar moved as a whole. Their number is constant until the next
  // prepare(). Smooth in the joints between two calls of prepare().
  std::function<void(const AvatarState& state, const Vec3& moved, std::vector<double>& residuals)> residuals;
};

// Target positions of joints, by joint of the skeleton; metres, in the frame of AvatarState.
using JointPlaces = std::map<JointIndex, Vec3>;

// Three residuals for each joint, in the order of the map.
ShapeFitGoal joints_goal(JointPlaces places);

// How to search.
struct ShapeFitOptions {
  Sex sex = Sex::female;
  bool movable = false;  // the avatar may be moved as a whole, starting with `moved`
  Vec3 moved{0.0};       // metres
  bool surface = false;  // includes sliders that only change the system avatar's own surface
  int steps = 60;        // upper limit
};

// How well the goal determines a slider, near the result.
enum class SliderHold {
  held,
  shared,  // other sliders can compensate it: several results are equally good
  none,    // the goal does not depend on it
};

struct FittedSlider {
  ParameterIndex parameter = kNoParameter;
  double weight = 0.0;
  SliderHold hold = SliderHold::none;
  // How much the norm of all residuals would grow if this slider
  // moved over its whole range and the others compensated as well
  // as they can; metres, from the derivatives at the result.
  double grip = 0.0;
};

// The result.
struct ShapeFit {
  SliderValues sliders;              // all sliders that took part, and the sex
  std::vector<FittedSlider> fitted;  // those that took part, ascending by parameter
  Vec3 moved{0.0};                   // the avatar's translation
  std::vector<double> residuals;     // of the goal, metres
  double rms = 0.0;                  // of the residuals
  int steps = 0;
};

// A slider with less grip than this, metres, counts as shared.
inline constexpr double kLeastGrip = 1e-4;

// Bounded least squares over the transmitted sliders that move joints of this sex, within their ranges:
// box-constrained Levenberg-Marquardt with numeric derivatives, since drivers make joints piecewise linear in
// a slider; then one slider at a time, where the end of a ramp stops the former. `start`: its worn offsets
// and pose apply; sliders that take no part keep its values, the others begin there. Deterministic. Residuals
// that are not finite count as 0.
ShapeFit fit_shape(const Character& character, const AvatarInputs& start, const ShapeFitGoal& goal,
                   const ShapeFitOptions& options);

}  // namespace mannequin
