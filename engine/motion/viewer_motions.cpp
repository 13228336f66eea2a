#include "engine/motion/viewer_motions.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "engine/math/ease.h"
#include "engine/motion/idle.h"

namespace mannequin {
namespace {

// In the order in which the viewer starts them.
enum Layer : std::size_t { kHeadLayer, kEyeLayer, kNoiseLayer, kBreathLayer, kPelvisLayer };
constexpr double kHeadEase = 1.0, kEyeEase = 0.5, kPelvisEase = 0.5;  // seconds

MotionLayer motion_of(const Skeleton& skeleton, int priority, std::initializer_list<const char*> joints) {
  MotionLayer layer;
  layer.priority = priority;
  layer.weight = 0.0f;
  for (const char* name : joints) layer.joints.push_back({skeleton.find(name), std::nullopt, std::nullopt});
  return layer;
}

}  // namespace

ViewerMotions::ViewerMotions(const Skeleton& skeleton, const ViewerMotionOptions& options)
    : options_(options),
      head_(skeleton, options.steps),
      eyes_(skeleton, options.steps, options.seed),
      layers_{motion_of(skeleton, 1, {"mTorso", "mNeck", "mHead"}),
              motion_of(skeleton, 1, {"mEyeLeft", "mEyeRight", "mFaceEyeAltLeft", "mFaceEyeAltRight"}),
              motion_of(skeleton, 2, {"mTorso"}), motion_of(skeleton, 1, {"mChest"}),
              motion_of(skeleton, 0, {"mPelvis"})} {
  layers_[kNoiseLayer].additive = true;
  layers_[kPelvisLayer].joints[0].position = Vec3(0.0);
}

std::span<const MotionLayer> ViewerMotions::update(const MotionFrame& frame, bool noise) {
  if (std::isfinite(frame.seconds)) seconds_ += std::max(frame.seconds, 0.0);
  const auto eased = [&](bool on, double ease_in) {
    return on ? static_cast<float>(smooth_step(seconds_ / ease_in)) : 0.0f;
  };
  const HeadTurn& turn = head_.update(frame);
  eyes_.update(frame);
  MotionLayer& head = layers_[kHeadLayer];
  head.weight = eased(options_.head, kHeadEase);
  head.joints[0].rotation = turn.torso;
  head.joints[1].rotation = head.joints[2].rotation = turn.neck;
  MotionLayer& eyes = layers_[kEyeLayer];
  eyes.weight = eased(options_.eyes, kEyeEase);
  const EyePair &pair = eyes_.eyes(), &alternate = eyes_.alternate_eyes();
  eyes.joints[0].rotation = pair.left;
  eyes.joints[1].rotation = pair.right;
  eyes.joints[2].rotation = alternate.left;
  eyes.joints[3].rotation = alternate.right;
  layers_[kNoiseLayer].weight = options_.noise && noise ? 1.0f : 0.0f;
  layers_[kNoiseLayer].joints[0].rotation = body_noise(seconds_);
  layers_[kBreathLayer].weight = options_.breath ? 1.0f : 0.0f;
  layers_[kBreathLayer].joints[0].rotation = breathing(seconds_);
  layers_[kPelvisLayer].weight = eased(options_.pelvis, kPelvisEase);
  return layers_;
}

}  // namespace mannequin
