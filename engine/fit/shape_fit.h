// Slider values by which an avatar comes nearest to something measured: joints, or a surface.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/avatar/avatar.h"

namespace mannequin {

// What is to become small.
struct ShapeFitGoal {
  // Called before every step, so that what belongs together (nearest points) can be chosen again. May be
  // empty.
  std::function<void(const AvatarState& state, const Vec3& moved)> prepare;
  // Fills in the residuals, metres, of an avatar that was moved as a whole: as many at every call until the
  // next prepare(). Smooth in the joints between two calls of prepare().
  std::function<void(const AvatarState& state, const Vec3& moved, std::vector<double>& residuals)> residuals;
};

// Where the joints of an avatar should be, by joint of its skeleton; metres, in the frame of AvatarState.
using JointPlaces = std::map<JointIndex, Vec3>;

// Three residuals for each joint, in the order of the map.
ShapeFitGoal joints_goal(JointPlaces places);

// How sliders are searched.
struct ShapeFitOptions {
  Sex sex = Sex::female;
  bool movable = false;  // the avatar may be moved as a whole, first by `moved`
  Vec3 moved{0.0};       // metres
  bool surface = false;  // sliders that only change the system avatar's own surface take part, too
  int steps = 60;        // at most
};

// How firmly the goal holds a slider, near the answer.
enum class SliderHold {
  held,
  shared,  // others can make up for it: several answers are as good
  none,    // the goal does not depend on it
};

struct FittedSlider {
  ParameterIndex parameter = kNoParameter;
  double weight = 0.0;
  SliderHold hold = SliderHold::none;
  // By how much all residuals together (the root of their squares' sum) would grow if this slider moved over
  // its whole range and the others made up for it as well as they can; metres, by the derivatives at the
  // answer.
  double grip = 0.0;
};

// The answer.
struct ShapeFit {
  SliderValues sliders;              // of all that took part, and the sex
  std::vector<FittedSlider> fitted;  // those that took part, ascending by parameter
  Vec3 moved{0.0};                   // what the avatar was moved by
  std::vector<double> residuals;     // of the goal, metres
  double rms = 0.0;                  // of the residuals
  int steps = 0;
};

// Below this grip, metres, a slider counts as shared.
inline constexpr double kLeastGrip = 1e-4;

// Bounded least squares over the transmitted sliders that move joints of this sex, between their ends:
// Levenberg and Marquardt's method on a box, with numeric derivatives, since drivers make joints piecewise
// linear in a slider; then one slider at a time, where a ramp's end stops the former. `start`: worn offsets
// and pose count; sliders that take no part keep its values, the others begin there. The same input gives the
// same answer. Residuals that are not finite count as none of them.
ShapeFit fit_shape(const Character& character, const AvatarInputs& start, const ShapeFitGoal& goal,
                   const ShapeFitOptions& options);

}  // namespace mannequin
