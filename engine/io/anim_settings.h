// Settings of a clip that do not affect its keys, as in the viewer's upload window.
#pragma once

#include <optional>

#include "engine/io/anim_file.h"

namespace mannequin::io {

// A time in a clip: seconds, or a fraction of its duration.
struct ClipMoment {
  float value = 0.0f;
  bool percent = false;
};

// Missing values are unchanged.
struct AnimSettings {
  std::optional<int> priority;  // 0 to 6; shifts the joints' own priorities along, within 0 to 4
  std::optional<bool> loop;
  std::optional<ClipMoment> loop_in, loop_out;
  std::optional<float> ease_in, ease_out;  // seconds
  std::optional<unsigned> hand_pose;
};

// Fails (bad_argument) on an invalid value. Keys keep their counts. Source: 10.6.
Result<void> apply_settings(AnimFile& file, const AnimSettings& settings);

}  // namespace mannequin::io
