#include "engine/motion/hands.h"

#include <algorithm>
#include <string>

#include "engine/core/lower_case.h"
#include "engine/math/ease.h"

namespace mannequin {
namespace {

constexpr double kHandSeconds = 0.2;
constexpr double kEmoteIn = 0.3, kEmoteOut = 1.4, kEmoteLength = 2.8;
constexpr int kClosedMouth = 300;
// Relaxed, point, fist; those of the left, of the right; salute, typing, peace, palm.
constexpr std::array<int, kHandPoses - 1> kHandParameters = {101, 102, 103, 666, 667, 668, 669,
                                                             670, 671, 766, 672, 791, 792};

// The highest priority that one of its joints declares. The clip's own priority does not count.
int hand_priority(const Clip& clip) {
  int most = 0;
  for (const ClipTrack& track : clip.tracks()) most = std::max(most, track.priority);
  return most;
}

constexpr std::string_view kExpressionPrefix = "express_", kExpressionSuffix = "_emote";

// "afraid" from "express_afraid_emote".
std::string_view bare_expression(std::string_view name) {
  if (name.starts_with(kExpressionPrefix)) name.remove_prefix(kExpressionPrefix.size());
  if (name.ends_with(kExpressionSuffix)) name.remove_suffix(kExpressionSuffix.size());
  return name;
}

}  // namespace

HandMotion::HandMotion(MotionSteps steps) : steps_(steps) {
  for (std::size_t k = 0; k < weights_.size(); ++k)
    weights_[k] = {kHandParameters[k], k + 1 == kRelaxedHands ? 1.0f : 0.0f};
}

void HandMotion::update(double seconds, std::optional<unsigned> wanted) {
  const unsigned pose = wanted && *wanted < kHandPoses ? *wanted : kRelaxedHands;
  const auto step = static_cast<float>(seconds / kHandSeconds);
  if (!(step > 0.0f)) return;
  if (steps_ == MotionSteps::viewer) return update_as_viewer(step, pose);
  for (std::size_t k = 0; k < weights_.size(); ++k)
    weights_[k].weight = std::clamp(weights_[k].weight + (k + 1 == pose ? step : -step), 0.0f, 1.0f);
}

void HandMotion::update_as_viewer(float step, unsigned wanted) {
  const auto weight = [&](unsigned pose) -> float& { return weights_[pose - 1].weight; };
  if (wanted != next_) {
    if (next_ != current_) {
      if (next_ != kSpreadHands) weight(next_) = 0.0f;
      if (current_ != kSpreadHands) weight(current_) = 1.0f;
    }
    next_ = wanted;
  }
  if (next_ == current_) return;
  bool there = true, gone = true;
  if (next_ != kSpreadHands) {
    weight(next_) = std::min(weight(next_) + step, 1.0f);
    there = weight(next_) == 1.0f;
  }
  if (current_ != kSpreadHands) {
    weight(current_) = std::max(weight(current_) - step, 0.0f);
    gone = weight(current_) == 0.0f;
  }
  if (there && gone) current_ = next_;
}

std::optional<unsigned> hand_pose_of(const Player& player) {
  std::optional<unsigned> pose;
  int priority = 0;
  for (const Playback* playback : player.playing()) {
    const int offered = hand_priority(*playback->clip);
    if (pose && offered < priority) continue;
    pose = playback->clip->desc().hand_pose;
    priority = offered;
  }
  return pose;
}

ParameterIndex expression_of(const Appearance& appearance, std::string_view emote) {
  const std::string name(bare_expression(lower_case(emote)));
  for (std::size_t p = 0; p < appearance.size() && !name.empty(); ++p) {
    const ParameterDesc& parameter = appearance.parameters()[p];
    if (parameter.id != kClosedMouth && parameter.name.starts_with(kExpressionPrefix) &&
        bare_expression(parameter.name) == name)
      return static_cast<ParameterIndex>(p);
  }
  return kNoParameter;
}

double expression_weight(double seconds) {
  if (!(seconds > 0.0) || seconds > kEmoteLength) return 0.0;
  if (seconds < kEmoteIn) return smooth_step(seconds / kEmoteIn);
  return smooth_step((kEmoteLength - seconds) / kEmoteOut);
}

std::array<ParameterWeight, 2> expression_weights(const Appearance& appearance, ParameterIndex expression,
                                                  double weight) {
  const auto between = [&](ParameterIndex p, double share) {
    const ParameterDesc& parameter = appearance[p];
    return ParameterWeight{parameter.id,
                           static_cast<float>(parameter.min + share * (parameter.max - parameter.min))};
  };
  const ParameterIndex mouth = appearance.find(kClosedMouth);
  return {between(expression, weight),
          mouth == kNoParameter ? ParameterWeight{kClosedMouth, 0.0f} : between(mouth, 1.0 - weight)};
}

}  // namespace mannequin
