// What a person may set about a clip without touching its keys, as in the viewer's upload window.
#pragma once

#include <optional>

#include "engine/io/anim_file.h"

namespace mannequin::io {

// A moment of a clip: seconds, or a share of its duration.
struct ClipMoment {
  float value = 0.0f;
  bool percent = false;
};

// What is not given stays as it is.
struct AnimSettings {
  std::optional<int> priority;  // 0 to 6; the joints' own move along, within 0 to 4
  std::optional<bool> loop;
  std::optional<ClipMoment> loop_in, loop_out;
  std::optional<float> ease_in, ease_out;  // seconds
  std::optional<unsigned> hand_pose;
};

// Fails (bad_argument) on a value that no clip can have. Keys keep their counts. Source: 10.6.
Status apply_settings(AnimFile& file, const AnimSettings& settings);

}  // namespace mannequin::io
