// All motions that a viewer starts for every avatar: head, eyes, sway, breath and pelvis, as layers for
// Player::update(). For single ones see head.h, eyes.h, idle.h, walk.h, aiming.h, hands.h, physics.h.
// Source: the viewer's LLVOAvatar::startDefaultMotions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/animation/motion_layer.h"
#include "engine/motion/eyes.h"
#include "engine/motion/head.h"
#include "engine/motion/motion_frame.h"

namespace mannequin {

inline constexpr std::size_t kViewerLayers = 5;  // per frame

// Which of them run, and how.
struct ViewerMotionOptions {
  MotionSteps steps = MotionSteps::even;
  std::uint64_t seed = 0;  // of glances and blinks: give each avatar a different one
  bool head = true, eyes = true, noise = true, breath = true;
  bool pelvis = true;  // clips stop moving the pelvis when they end
};

// One avatar's motions. Has a history. One thread at a time; the skeleton must outlive it.
class ViewerMotions {
 public:
  // All motions are at their start.
  explicit ViewerMotions(const Skeleton& skeleton, const ViewerMotionOptions& options = {});

  // One frame. The layers are valid until the next. Pass `noise` false while the avatar aims: it does not
  // sway then. Allocates nothing.
  std::span<const MotionLayer> update(const MotionFrame& frame, bool noise = true);

  // The eyelids' weights, for AvatarInputs::sliders or AvatarBatch::set_slider.
  std::span<const ParameterWeight> weights() const { return eyes_.blink(); }
  // For inspection.
  const HeadMotion& head() const { return head_; }
  const EyeMotion& eyes() const { return eyes_; }

 private:
  ViewerMotionOptions options_;
  HeadMotion head_;
  EyeMotion eyes_;
  double seconds_ = 0.0;
  std::vector<MotionLayer> layers_;  // kViewerLayers
};

}  // namespace mannequin
