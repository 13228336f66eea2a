// The status bar: the last action, what is shown, how to navigate, how fast and how exact.
#pragma once

#include <chrono>
#include <optional>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

struct FrameTimes {
  double milliseconds = 0.0;  // of the last redrawn picture
};

class StatusBar : Panel {
 public:
  explicit StatusBar(Ui& ui) : Panel(ui) {}
  float height() const;  // always the same
  // `hovered`: what is under the pointer in the view, the most informative line first; empty over nothing.
  // True when the last message is clicked.
  bool draw(ImVec2 size, const FrameTimes& times, const std::string& hovered);
  // What was drawn last gives a message room that it no longer has.
  bool overdue() const;

 private:
  const Message* last_message() const;
  std::string facts(const std::string& hovered) const;
  std::string trust(double milliseconds) const;
  ImU32 trust_color() const;
  // Of the last message at most, beside what stands at the right.
  float message_room(float width) const;
  // Both return whether the pointer is on it.
  bool lines(float from, float to, const std::string& text, ImU32 color);
  bool field(float from, float to, const std::string& text, ImU32 color);

  using Clock = std::chrono::steady_clock;
  std::size_t told_ = 0;          // messages seen
  double told_at_ = 0.0;          // when the last of them came, by ImGui's time
  Clock::time_point told_since_;  // the same by a clock that goes on while nothing is drawn
  bool grown_ = false;            // it was drawn with more than its own room
};

}  // namespace mannequin::preview
