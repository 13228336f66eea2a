// The viewer's animated change of an avatar's shape: weights move to their new values within 0.65 s.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/appearance/weights.h"

namespace mannequin {

inline constexpr float kTransitionSeconds = 0.65f;

// Unlike the rest of the engine this has a history, as in the viewer: each frame covers a fraction of the
// remaining distance, and overshoots; so the path depends on the frames, but the end does not. Evaluate
// each frame's weights with evaluate_shape. Source: ALGORITHM 13.2 to 13.4.
class ShapeTransition {
 public:
  // Starts at `from`, set exactly as listed (evaluate_weights). `appearance` must outlive this.
  ShapeTransition(const Appearance& appearance, const SliderValues& from);

  // Starts a transition to the transmitted parameters (groups 0 and 3) in `to`; seconds count from here. The
  // sex changes at once. May interrupt another transition, and then starts from its current state.
  void begin(const SliderValues& to);

  // The next frame, `seconds` after begin(); ends at kTransitionSeconds.
  const ParameterWeights& advance_to(float seconds);

  // State of the last frame, and whether the transition has ended. The weights are valid as long as this.
  const ParameterWeights& weights() const { return weights_; }
  bool finished() const { return finished_; }
  // The fraction of the remaining distance covered by the last frame; above 1 or below 0 when overshooting.
  double amount() const { return amount_; }

 private:
  static bool is_tweakable(const ParameterDesc& parameter) {
    return parameter.group == 0 || parameter.group == 2;
  }
  bool is_moving(ParameterIndex p) const { return moving_[static_cast<std::size_t>(p)] != 0; }
  double asked(ParameterIndex p) const;
  void set_target(ParameterIndex p, double requested);
  void set_weight(ParameterIndex p, double requested);
  void arrive();
  void apply();

  const Appearance* appearance_;
  ParameterWeights weights_;
  std::vector<double> target_;        // by parameter index, like the next
  std::vector<std::uint8_t> moving_;  // whether it is in transition
  double way_ = 0.0;                  // progress from 0 to 1, as of the last frame
  double amount_ = 0.0;
  bool finished_ = true;
};

}  // namespace mannequin
