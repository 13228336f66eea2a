// The eyes look at the avatar's target, wander and blink. Source: the viewer's LLEyeMotion.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/seeded_random.h"
#include "engine/motion/motion_frame.h"
#include "engine/motion/parameter_weight.h"

namespace mannequin {

inline constexpr int kBlinkLeft = 58, kBlinkRight = 59;  // parameters of the eyelids

// Local rotations of a pair of eye joints.
struct EyePair {
  Quat left{1.0, 0.0, 0.0, 0.0}, right{1.0, 0.0, 0.0, 0.0};
};

// Has a history: the eyes wander and blink at random times. One thread at a time; the skeleton must outlive
// it.
class EyeMotion {
 public:
  // The same seed gives the same series of glances and blinks.
  explicit EyeMotion(const Skeleton& skeleton, MotionSteps steps = MotionSteps::even, std::uint64_t seed = 0);

  // One frame. With even steps, glances and blinks come at their own times; with the viewer's, on frames, and
  // a blink stays closed for one or two. A frame counts as a minute at most. Allocates nothing.
  void update(const MotionFrame& frame);

  // The rotations of mEyeLeft and mEyeRight, and of mFaceEyeAltLeft and mFaceEyeAltRight.
  const EyePair& eyes() const { return pairs_[0].turn; }
  const EyePair& alternate_eyes() const { return pairs_[1].turn; }
  // 0 open to 1 closed: kBlinkLeft and kBlinkRight.
  const std::array<ParameterWeight, 2>& blink() const { return blink_; }

 private:
  struct Pair {
    JointIndex left, right;
    EyePair turn;
  };
  void wander(double seconds);
  void turn_lids(double at);
  void turn_lids_until(double now);
  void blink(double seconds);
  void look(Pair& pair, const MotionFrame& frame) const;

  MotionSteps steps_;
  SeededRandom random_, lid_random_;  // two, so that neither depends on draws from the other
  JointIndex head_;
  std::array<Pair, 2> pairs_;
  // Seconds since the first update.
  double now_ = 0.0, jittered_at_ = 0.0, next_jitter_ = 0.0, next_away_ = 0.0;
  double jitter_yaw_ = 0.0, jitter_pitch_ = 0.0, away_yaw_ = 0.0, away_pitch_ = 0.0;
  // When the lids next move, and whether they are closed until then.
  double lids_at_ = 0.0;
  bool closed_ = false;
  std::array<ParameterWeight, 2> blink_{{{kBlinkLeft, 0.0f}, {kBlinkRight, 0.0f}}};
};

}  // namespace mannequin
