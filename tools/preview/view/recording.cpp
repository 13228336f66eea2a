#include "tools/preview/view/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "engine/appearance/weights.h"
#include "engine/platform/path.h"
#include "tools/preview/platform/film.h"

namespace mannequin::preview {

bool is_film(const RecordingPlan& plan) {
  using Kind = RecordingPlan::Kind;
  return plan.kind != Kind::picture && plan.kind != Kind::people && is_film(plan.path);
}

bool is_one_file(const RecordingPlan& plan) {
  return plan.kind == RecordingPlan::Kind::people || is_film(plan);
}

int pictures_of_clip(const RecordingPlan& plan, double seconds) {
  return static_cast<int>(
      std::clamp(std::round(seconds * plan.per_second), 2.0, double{RecordingPlan::kMostPictures}));
}

std::filesystem::path picture_path(const RecordingPlan& plan, int index) {
  if (plan.kind == RecordingPlan::Kind::picture || is_one_file(plan)) return plan.path;
  std::filesystem::path path = plan.path;
  const std::string ending = path.extension().empty() ? ".png" : path.extension().string();
  path.replace_filename(path_of_utf8(fmt::format("{}_{:04}{}", path.stem().string(), index + 1, ending)));
  return path;
}

Recording::Recording(RecordingPlan plan, Document& document, Camera& camera)
    : plan_(std::move(plan)), document_(document), camera_(camera), camera_before_(camera) {
  if (plan_.kind == RecordingPlan::Kind::sweep) document_.sliders.begin_trial();
  if (!document_.timeline().has_clip()) return;
  clip_time_before_ = document_.timeline().time();
  played_before_ = document_.timeline().playing();
}

void Recording::place(int index) {
  switch (plan_.kind) {
    case RecordingPlan::Kind::picture:
    case RecordingPlan::Kind::people:
      break;
    case RecordingPlan::Kind::clip:
      // As in a loop: the picture after the last one would be the first.
      document_.show_clip_at(document_.timeline().duration() * index / plan_.pictures);
      break;
    case RecordingPlan::Kind::turntable:
      // The picture after the last one would equal the first, so that they loop.
      camera_ = camera_before_;
      camera_.yaw += glm::two_pi<double>() * index / plan_.pictures;
      break;
    case RecordingPlan::Kind::sweep: {
      const Appearance& appearance = document_.character().appearance;
      const ParameterDesc& parameter = appearance[appearance.find(plan_.parameter)];
      SliderValues sliders = document_.avatar().choice().sliders;
      sliders[parameter.id] = weight_from_percent(parameter, 100.0 * index / std::max(plan_.pictures - 1, 1));
      document_.sliders.try_out(std::move(sliders));
      break;
    }
  }
}

void Recording::restore() {
  if (plan_.kind == RecordingPlan::Kind::sweep) document_.sliders.end_trial(false, "");
  if (plan_.kind == RecordingPlan::Kind::clip) {
    document_.show_clip_at(clip_time_before_);
    document_.timeline().play(played_before_);
  }
  camera_ = camera_before_;
}

}  // namespace mannequin::preview
