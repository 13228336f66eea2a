#include "engine/io/anim_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mannequin::io {
namespace {

// The range within which the joints' own priorities may be shifted.
constexpr std::int32_t kHighestMoved = 4;

tl::unexpected<Error> bad(const char* what) { return fail(ErrorCode::bad_argument, "clip settings", what); }

Status check(const AnimSettings& settings, float duration) {
  if (settings.priority && (*settings.priority < 0 || *settings.priority > kMaxClipPriority))
    return bad("the priority is not between 0 and 6; use 2 for a pose, 4 for an animation that should win");
  if (settings.hand_pose && *settings.hand_pose > kMaxHandPose)
    return bad("the hand pose is not between 0 and 14; 1 is relaxed");
  for (const auto& seconds : {settings.ease_in, settings.ease_out})
    if (seconds && !(*seconds >= 0.0f && std::isfinite(*seconds)))
      return bad("an ease time is not a number of seconds, 0 or more");
  for (const auto& moment : {settings.loop_in, settings.loop_out})
    if (moment && !(moment->value >= 0.0f && moment->value <= (moment->percent ? 100.0f : duration)))
      return bad("a loop point is not within the clip; give seconds, or 0% to 100%");
  return {};
}

float seconds_of(const ClipMoment& moment, float duration) {
  return moment.percent ? moment.value * 0.01f * duration : moment.value;
}

}  // namespace

Status apply_settings(AnimFile& file, const AnimSettings& settings) {
  if (auto status = check(settings, file.duration); !status) return status;
  if (settings.priority) {
    const std::int32_t change = *settings.priority - std::min<std::int32_t>(file.priority, kMaxClipPriority);
    file.priority = *settings.priority;
    for (AnimTrack& track : file.tracks)
      if (track.priority != kClipPriority)
        track.priority = std::clamp(track.priority + change, 0, kHighestMoved);
  }
  if (settings.loop) file.loop = *settings.loop ? 1 : 0;
  if (settings.loop_in) file.loop_in = seconds_of(*settings.loop_in, file.duration);
  if (settings.loop_out) file.loop_out = seconds_of(*settings.loop_out, file.duration);
  if (settings.ease_in) file.ease_in = *settings.ease_in;
  if (settings.ease_out) file.ease_out = *settings.ease_out;
  if (settings.hand_pose) file.hand_pose = *settings.hand_pose;
  return {};
}

}  // namespace mannequin::io
