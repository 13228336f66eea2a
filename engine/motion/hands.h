// The system avatar's hands, which morphs close and open, and its expressions. Clips request both. Worn
// meshes do not have them. Source: the viewer's LLHandMotion and LLEmote.
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

// By the numbers that clips use. 0, spread, is the unmorphed mesh.
inline constexpr unsigned kSpreadHands = 0, kRelaxedHands = 1, kHandPoses = 14;

// Has a history: a change of pose takes 0.2 s. One thread at a time.
class HandMotion {
 public:
  // Relaxed.
  explicit HandMotion(MotionSteps steps = MotionSteps::even);

  // One frame. wanted: from hand_pose_of(); none, or a number that is not a pose: relaxed. If it changes
  // half-way, even steps turn back from the current state; the viewer's jump to the previous pose. Allocates
  // nothing.
  void update(double seconds, std::optional<unsigned> wanted);

  // The weights of all hand parameters, 0 to 1.
  std::span<const ParameterWeight> weights() const { return weights_; }

 private:
  void update_as_viewer(float step, unsigned wanted);

  MotionSteps steps_;
  unsigned current_ = kRelaxedHands, next_ = kRelaxedHands;
  std::array<ParameterWeight, kHandPoses - 1> weights_;
};

// The hand pose requested by the clips of the last update: the clip of highest priority wins, among equals
// the one started first. None: no clip played.
std::optional<unsigned> hand_pose_of(const Player& player);

// The parameter of an expression by the name that a clip uses for it (ClipDesc::emote), "Smile" or
// "express_afraid_emote"; kNoParameter if the name is unknown.
ParameterIndex expression_of(const Appearance& appearance, std::string_view emote);

// The strength of an expression, `seconds` after it began: 0 to 1 and, from 2.8 s on, 0 again.
double expression_weight(double seconds);

// The weights of the expression's own parameter, and of the closed mouth that gives way to it. expression:
// from expression_of().
std::array<ParameterWeight, 2> expression_weights(const Appearance& appearance, ParameterIndex expression,
                                                  double weight);

}  // namespace mannequin
