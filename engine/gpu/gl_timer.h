// Durations of commands by the device's own timer.
#pragma once

#include <array>
#include <optional>

#include "engine/gpu/gl_context.h"

namespace mannequin {

// Measures from the first begin() to the last end() of a round. Returns nothing on software renderers, whose
// timers only cover the submission.
class GlTimer {
 public:
  GlTimer() = default;
  GlTimer(GlTimer&&) = delete;
  ~GlTimer();

  void begin();  // a new round
  void end();
  std::optional<double> seconds() const;  // waits; empty before the first round

 private:
  std::array<unsigned, 2> queries_{};
  bool measured_ = false;
  std::optional<bool> trusted_;
};

}  // namespace mannequin
