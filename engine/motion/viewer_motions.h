// The motions that a viewer starts for every avatar, together: head, eyes, sway, breath and pelvis, as layers
// for Player::update(). For single ones see head.h, eyes.h, idle.h, walk.h, aiming.h, hands.h, physics.h.
// Source: HOST.md 3.1.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/animation/motion_layer.h"
#include "engine/motion/eyes.h"
#include "engine/motion/head.h"
#include "engine/motion/motion_frame.h"

namespace mannequin {

// Which of them run, and how.
struct ViewerMotionOptions {
  MotionSteps steps = MotionSteps::even;
  std::uint64_t seed = 0;  // of glances and blinks: another one for each avatar
  bool head = true, eyes = true, noise = true, breath = true;
  bool pelvis = true;  // no clip moves the pelvis for longer than it plays
};

// One avatar's. Has a history. One thread at a time; the skeleton must outlive it.
class ViewerMotions {
 public:
  // Nothing has begun.
  explicit ViewerMotions(const Skeleton& skeleton, const ViewerMotionOptions& options = {});

  // One frame. The layers are valid until the next. While the avatar aims it does not sway:
  // `noise` false. Allocates nothing.
  std::span<const MotionLayer> update(const MotionFrame& frame, bool noise = true);

  // Of the eyelids, for AvatarInputs::sliders or AvatarBatch::set_slider.
  std::span<const ParameterWeight> weights() const { return eyes_.blink(); }
  // For whoever wants to look inside.
  const HeadMotion& head() const { return head_; }
  const EyeMotion& eyes() const { return eyes_; }

 private:
  ViewerMotionOptions options_;
  HeadMotion head_;
  EyeMotion eyes_;
  double seconds_ = 0.0;
  std::vector<MotionLayer> layers_;
};

}  // namespace mannequin
