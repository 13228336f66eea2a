// Records pictures of the view.
#include <fmt/format.h>

#include <vector>

#include "tools/preview/view/actions.h"

namespace mannequin::preview {

void Actions::start_recording(RecordingPlan plan) {
  view_.recording.emplace(std::move(plan), document_, view_.camera());
  range_was_locked_ = view_.colors.range_locked();
}

Status Actions::show_next_picture() {
  if (view_.recording->taken() == 0 && view_.recording->plan().kind == RecordingPlan::Kind::sweep) {
    if (auto status = make_room(); !status) return status;
    if (auto status = share_range(); !status) return status;
  }
  return show_picture(view_.recording->taken());
}

Status Actions::show_picture(int index) {
  view_.recording->place(index);
  const auto shown = show_now();
  return shown ? Status{} : error_of(shown);
}

// One camera for all pictures of a sweep, from which both its ends are seen whole.
Status Actions::make_room() {
  std::vector<Vec3> points;
  for (const int index : {0, view_.recording->plan().pictures - 1}) {
    view_.recording->place(index);
    document_.compute();
    const std::vector<Vec3> outline = document_.avatar().outline_in_world();
    points.insert(points.end(), outline.begin(), outline.end());
  }
  view_.camera_control.make_room_for(points);
  return {};
}

// What is far away at one end of a sweep would have the colour of what is near at the other.
Status Actions::share_range() {
  if (!view_.colors.measures_distances() || range_was_locked_) return {};
  const int last = view_.recording->plan().pictures - 1;
  if (auto status = show_picture(0); !status) return status;
  const double at_first = view_.colors.shading().high;
  if (auto status = show_picture(last); !status) return status;
  if (at_first > view_.colors.shading().high)
    if (auto status = show_picture(0); !status) return status;
  view_.colors.lock_range(true);
  return {};
}

void Actions::end_recording(const Status& status) {
  view_.recording->restore();
  const RecordingPlan& plan = view_.recording->plan();
  view_.colors.lock_range(range_was_locked_);
  const std::string folder = std::filesystem::absolute(plan.path).parent_path().string();
  const Legend& legend = view_.colors.legend();
  const std::string range = legend.ramp
                                ? fmt::format("; {}: {} to {} {}", legend.title, legend.ticks.front().second,
                                              legend.ticks.back().second, legend.unit)
                                : "";
  if (!status)
    document_.messages().report(Message::Kind::error, status.error().message());
  else if (!view_.recording->finished())
    document_.messages().report(
        Message::Kind::warning,
        fmt::format("Stopped: {} of {} pictures are in {}", view_.recording->taken(), plan.pictures, folder));
  else if (plan.kind == RecordingPlan::Kind::picture)
    document_.messages().report(Message::Kind::done, fmt::format("Saved {}", plan.path.string()));
  else
    document_.messages().report(Message::Kind::done,
                                fmt::format("Saved {} pictures in {}{}", plan.pictures, folder, range));
  view_.recording.reset();
}

}  // namespace mannequin::preview
