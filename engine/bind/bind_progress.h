// How far work has come that has several parts.
#pragma once

#include "engine/bind/heat.h"

namespace mannequin {

// For work that is done from `from` to `to` of the whole; none without `whole`, which must outlive it.
inline BindProgress part_of(const BindProgress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double part) { return whole(from + (to - from) * part); };
}

// Remembers that its listener cancelled: parts of the work then end early, with results that nobody needs.
class Stoppable {
 public:
  explicit Stoppable(const BindProgress& listener) {
    if (listener)
      progress_ = [this, &listener](double part) {
        if (!stopped_) stopped_ = !listener(part);
        return !stopped_;
      };
  }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

  const BindProgress& progress() const { return progress_; }
  bool stopped() const { return stopped_; }

 private:
  bool stopped_ = false;
  BindProgress progress_;
};

}  // namespace mannequin
