// The viewer's gradual change of an avatar's shape: weights that swing over to new values within 0.65 s.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/appearance/weights.h"

namespace mannequin {

inline constexpr float kTransitionSeconds = 0.65f;

// Unlike the rest of the engine this has a history, as the viewer's has: each frame goes a part of the way
// that the one before left, and overshoots; so the way depends on the frames, and the end does not. Evaluate
// each frame's weights with evaluate_shape. Source: ALGORITHM 13.2 to 13.4.
class ShapeTransition {
 public:
  // Standing at `from`, which is set exactly as listed (evaluate_weights). `appearance` must outlive this.
  ShapeTransition(const Appearance& appearance, const SliderValues& from);

  // Begins the change of what `to` lists and is transmitted (groups 0 and 3); seconds count from here. The
  // sex changes at once. Also while another change is under way, from where it has come to.
  void begin(const SliderValues& to);

  // The next frame, `seconds` after begin(): the end from kTransitionSeconds on.
  const ParameterWeights& advance_to(float seconds);

  // As of the last frame, and whether that was the end of the change. The weights live as long as this.
  const ParameterWeights& weights() const { return weights_; }
  bool finished() const { return finished_; }
  // What part of the way that was left the last frame went; above 1 and below 0 where it swings.
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
  std::vector<std::uint8_t> moving_;  // whether it is under way
  double way_ = 0.0;                  // of 0 to 1, as the last frame had it
  double amount_ = 0.0;
  bool finished_ = true;
};

}  // namespace mannequin
