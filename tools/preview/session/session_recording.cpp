// Recording pictures of what the session shows.
#include <fmt/format.h>

#include "tools/preview/session/session.h"

namespace mannequin::preview {

void Session::start_recording(RecordingPlan plan) {
  recording_.emplace(std::move(plan), *scene_, camera_);
  range_was_locked_ = views_.range_locked();
}

Status Session::show_next_picture() {
  if (recording_->taken() == 0 && recording_->plan().kind == RecordingPlan::Kind::sweep)
    if (auto status = share_range(); !status) return status;
  return show_picture(recording_->taken());
}

Status Session::show_picture(int index) {
  recording_->place(index, *scene_, camera_);
  const auto shown = show_scene();
  return shown ? Status{} : error_of(shown);
}

// What is far away at one end of a sweep would have the colour of what is near at the other.
Status Session::share_range() {
  if (!views_.measures_distances() || range_was_locked_) return {};
  const int last = recording_->plan().pictures - 1;
  if (auto status = show_picture(0); !status) return status;
  const double at_first = views_.shading().high;
  if (auto status = show_picture(last); !status) return status;
  if (at_first > views_.shading().high)
    if (auto status = show_picture(0); !status) return status;
  views_.lock_range(true);
  return {};
}

void Session::end_recording(const Status& status) {
  recording_->put_back(*scene_, camera_);
  const RecordingPlan& plan = recording_->plan();
  views_.lock_range(range_was_locked_);
  const std::string folder = std::filesystem::absolute(plan.path).parent_path().string();
  const Legend& legend = views_.legend();
  const std::string range = legend.ramp
                                ? fmt::format("; {}: {} to {} {}", legend.title, legend.ticks.front().second,
                                              legend.ticks.back().second, legend.unit)
                                : "";
  if (!status)
    tell(Message::Kind::error, status.error().message());
  else if (!recording_->finished())
    tell(Message::Kind::warning,
         fmt::format("Stopped: {} of {} pictures are in {}", recording_->taken(), plan.pictures, folder));
  else if (plan.kind == RecordingPlan::Kind::picture)
    tell(Message::Kind::done, fmt::format("Saved {}", plan.path.string()));
  else
    tell(Message::Kind::done, fmt::format("Saved {} pictures in {}{}", plan.pictures, folder, range));
  recording_.reset();
}

}  // namespace mannequin::preview
