// The hands of the system avatar, which morphs close and open, and its expressions. Clips ask for both. Worn
// meshes do not have them. Source: HOST.md 3.10, 3.13.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "engine/animation/player.h"
#include "engine/appearance/appearance.h"
#include "engine/motion/motion_frame.h"
#include "engine/motion/parameter_weight.h"

namespace mannequin {

// By the numbers that clips use. 0, spread, is the mesh as it is.
inline constexpr unsigned kSpreadHands = 0, kRelaxedHands = 1, kHandPoses = 14;

// Has a history: it takes 0.2 s from one pose to another. One thread at a time.
class HandMotion {
 public:
  // Relaxed.
  explicit HandMotion(MotionSteps steps = MotionSteps::even);

  // One frame. wanted: as hand_pose_of() says; none, or a number that is no pose: relaxed. If the wish
  // changes half-way, even steps turn back from where they are; the viewer's jump to the pose before.
  // Allocates nothing.
  void update(double seconds, std::optional<unsigned> wanted);

  // Of all parameters that are hands, 0 to 1.
  std::span<const ParameterWeight> weights() const { return weights_; }

 private:
  void update_as_viewer(float step, unsigned wanted);

  MotionSteps steps_;
  unsigned current_ = kRelaxedHands, next_ = kRelaxedHands;
  std::array<ParameterWeight, kHandPoses - 1> weights_;
};

// What the clips of the last update ask for: the one of highest priority, among equal ones the one that
// started first. None: no clip played.
std::optional<unsigned> hand_pose_of(const Player& player);

// The parameter of an expression by the name that a clip has for it (ClipDesc::emote), "Smile" or
// "express_afraid_emote"; kNoParameter if there is none of that name.
ParameterIndex expression_of(const Appearance& appearance, std::string_view emote);

// How much of an expression shows, `seconds` after it began: 0 to 1 and, from 2.8 s on, 0 again.
double expression_weight(double seconds);

// The expression's own parameter, and the closed mouth that gives way to it. expression: as from
// expression_of().
std::array<ParameterWeight, 2> expression_weights(const Appearance& appearance, ParameterIndex expression,
                                                  double weight);

}  // namespace mannequin
