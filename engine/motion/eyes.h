// The eyes look at what the avatar looks at, wander and blink. Source: HOST.md 3.3.
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

// Has a history: when the eyes wander, and when they blink, by chance. One thread at a time; the skeleton
// must outlive it.
class EyeMotion {
 public:
  // One seed, one series of glances and blinks.
  explicit EyeMotion(const Skeleton& skeleton, MotionSteps steps = MotionSteps::even, std::uint64_t seed = 0);

  // One frame. Even steps take glances and blinks at their own times, the viewer's with the frames: there a
  // blink is closed for one or two of them. A frame counts for a minute at most. Allocates nothing.
  void update(const MotionFrame& frame);

  // Of mEyeLeft and mEyeRight, and of mFaceEyeAltLeft and mFaceEyeAltRight.
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
  SeededRandom random_, lid_random_;  // two, so that neither depends on when the other is asked
  JointIndex head_;
  std::array<Pair, 2> pairs_;
  // Seconds since the first update.
  double now_ = 0.0, jittered_at_ = 0.0, next_jitter_ = 0.0, next_away_ = 0.0;
  double jitter_yaw_ = 0.0, jitter_pitch_ = 0.0, away_yaw_ = 0.0, away_pitch_ = 0.0;
  // When the lids begin to move, and whether they are closed by then.
  double lids_at_ = 0.0;
  bool closed_ = false;
  std::array<ParameterWeight, 2> blink_{{{kBlinkLeft, 0.0f}, {kBlinkRight, 0.0f}}};
};

}  // namespace mannequin
