#include "tools/preview/view/recording.h"

#include <fmt/format.h>

#include <glm/gtc/constants.hpp>

#include "engine/appearance/weights.h"
#include "engine/platform/path.h"

namespace mannequin::preview {

std::filesystem::path picture_path(const RecordingPlan& plan, int index) {
  if (plan.kind == RecordingPlan::Kind::picture) return plan.path;
  std::filesystem::path path = plan.path;
  const std::string ending = path.extension().empty() ? ".png" : path.extension().string();
  path.replace_filename(path_of_utf8(fmt::format("{}_{:04}{}", path.stem().string(), index + 1, ending)));
  return path;
}

Recording::Recording(RecordingPlan plan, Document& document, Camera& camera)
    : plan_(std::move(plan)), document_(document), camera_(camera), camera_before_(camera) {
  if (plan_.kind == RecordingPlan::Kind::sweep) document_.sliders.begin_trial();
}

void Recording::place(int index) {
  switch (plan_.kind) {
    case RecordingPlan::Kind::picture:
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
  camera_ = camera_before_;
}

}  // namespace mannequin::preview
