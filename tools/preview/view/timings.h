// The durations of the last pictures, by stage.
#pragma once

#include <cstddef>
#include <deque>

namespace mannequin::preview {

// Milliseconds; 0 for a stage without work.
struct PictureTime {
  double shape = 0.0;  // from sliders, worn joints and pose to solved joints
  double skin = 0.0;   // palettes and vertices, until the device has finished
  double draw = 0.0;   // until the device has finished
  double whole() const { return shape + skin + draw; }
};

class Timings {
 public:
  static constexpr std::size_t kMost = 120;

  void add(const PictureTime& time) {
    times_.push_back(time);
    if (times_.size() > kMost) times_.pop_front();
  }
  const std::deque<PictureTime>& list() const { return times_; }  // oldest first

 private:
  std::deque<PictureTime> times_;
};

}  // namespace mannequin::preview
