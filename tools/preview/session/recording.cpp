#include "tools/preview/session/recording.h"

#include <fmt/format.h>

#include <glm/gtc/constants.hpp>

#include "engine/appearance/weights.h"

namespace mannequin::preview {

std::filesystem::path picture_path(const RecordingPlan& plan, int index) {
  if (plan.kind == RecordingPlan::Kind::picture) return plan.path;
  std::filesystem::path path = plan.path;
  const std::string ending = path.extension().empty() ? ".png" : path.extension().string();
  path.replace_filename(fmt::format("{}_{:04}{}", path.stem().string(), index + 1, ending));
  return path;
}

void Recording::place(int index, Scene& scene, Camera& camera) const {
  switch (plan_.kind) {
    case RecordingPlan::Kind::picture:
      break;
    case RecordingPlan::Kind::turntable:
      // The picture after the last one would be the first, so that they loop.
      camera = camera_before_;
      camera.yaw += glm::two_pi<double>() * index / plan_.pictures;
      break;
    case RecordingPlan::Kind::sweep: {
      const Appearance& appearance = scene.character().appearance;
      const ParameterDesc& parameter = appearance[appearance.find(plan_.parameter)];
      scene.set_weight(parameter,
                       weight_from_percent(parameter, 100.0 * index / std::max(plan_.pictures - 1, 1)));
      break;
    }
  }
}

void Recording::put_back(Scene& scene, Camera& camera) const {
  if (plan_.kind == RecordingPlan::Kind::sweep) scene.choose(before_);
  camera = camera_before_;
}

}  // namespace mannequin::preview
