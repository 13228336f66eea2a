// Records pictures of the view.

#include <algorithm>
#include <vector>

#include "tools/document/translation.h"
#include "tools/preview/view/actions.h"

namespace mannequin::preview {

void Actions::start_recording(RecordingPlan plan) {
  view_.recording.emplace(std::move(plan), document_, view_.camera());
  range_was_locked_ = view_.colors.range_locked();
}

Status Actions::show_next_picture() {
  using Kind = RecordingPlan::Kind;
  const Kind kind = view_.recording->plan().kind;
  if (view_.recording->taken() == 0 && (kind == Kind::sweep || kind == Kind::clip)) {
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

// What happens between the ends of a sweep lies between them; a clip may go anywhere.
std::vector<int> Actions::telling_pictures() const {
  constexpr int kOfClip = 24;
  const RecordingPlan& plan = view_.recording->plan();
  const int count = std::min(plan.kind == RecordingPlan::Kind::clip ? kOfClip : 2, plan.pictures);
  std::vector<int> indices;
  for (int i = 0; i < count; ++i) indices.push_back(i * (plan.pictures - 1) / std::max(count - 1, 1));
  return indices;
}

// One camera for all pictures of a series, from which all of it is seen whole.
Status Actions::make_room() {
  std::vector<Vec3> points;
  for (const int index : telling_pictures()) {
    view_.recording->place(index);
    document_.compute();
    const std::vector<Vec3> outline = document_.avatar().outline_in_world();
    points.insert(points.end(), outline.begin(), outline.end());
  }
  view_.camera_control.make_room_for(points);
  return {};
}

// What is far away in one picture would have the colour of what is near in another.
Status Actions::share_range() {
  if (!view_.colors.measures_distances() || range_was_locked_) return {};
  int widest = 0;
  double most = 0.0;
  for (const int index : telling_pictures()) {
    if (auto status = show_picture(index); !status) return status;
    if (view_.colors.shading().high > most) {
      most = view_.colors.shading().high;
      widest = index;
    }
  }
  if (auto status = show_picture(widest); !status) return status;
  view_.colors.lock_range(true);
  return {};
}

void Actions::end_recording(const Status& status) {
  view_.recording->restore();
  const RecordingPlan& plan = view_.recording->plan();
  view_.colors.lock_range(range_was_locked_);
  const std::string folder = std::filesystem::absolute(plan.path).parent_path().string();
  const Legend& legend = view_.colors.legend();
  const std::string range = legend.ramp ? tr("; {}: {} to {} {}", legend.title, legend.ticks.front().second,
                                             legend.ticks.back().second, legend.unit)
                                        : "";
  if (!status)
    document_.messages().report(Message::Kind::error, status.error().message());
  else if (!view_.recording->finished() && is_one_file(plan))
    document_.messages().report(Message::Kind::warning,
                                tr("Stopped: {} was not saved", plan.path.filename().string()));
  else if (!view_.recording->finished())
    document_.messages().report(Message::Kind::warning, tr("Stopped: {} of {} pictures are in {}",
                                                           view_.recording->taken(), plan.pictures, folder));
  else if (plan.kind == RecordingPlan::Kind::picture || is_one_file(plan))
    document_.messages().report(Message::Kind::done, tr("Saved {}", plan.path.string()));
  else
    document_.messages().report(Message::Kind::done,
                                tr("Saved {} pictures in {}{}", plan.pictures, folder, range));
  view_.recording.reset();
}

}  // namespace mannequin::preview
