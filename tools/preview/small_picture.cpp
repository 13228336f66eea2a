#include "tools/preview/small_picture.h"

#include <utility>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "tools/preview/view/draw_as.h"

namespace mannequin::preview {
namespace {

constexpr int kSmallSamples = 4;

bool same_pose(const Pose& a, const Pose& b) {
  return a.rotations == b.rotations && a.positions == b.positions && a.root_position == b.root_position &&
         a.root_rotation == b.root_rotation;
}

}  // namespace

bool SmallPictureInputs::operator==(const SmallPictureInputs& other) const {
  return sliders == other.sliders && same_pose(pose, other.pose) && worn == other.worn &&
         painted == other.painted && side == other.side && light == other.light &&
         file_colors == other.file_colors && textures == other.textures;
}

SmallPictureInputs small_picture_inputs(const Workspace& workspace, SliderValues sliders, int side) {
  const ViewSettings& settings = workspace.view.settings;
  return {.sliders = std::move(sliders),
          .pose = workspace.document.avatar().choice().pose,
          .worn = workspace.document.avatar().worn_revision(),
          .painted = workspace.document.avatar().painted().revision(),
          .side = side,
          .light = settings.light_theme,
          .file_colors = settings.file_colors,
          .textures = settings.textures};
}

Status SmallPicture::draw(const Scene& scene, const ViewSettings& settings, const AvatarInputs& inputs,
                          const std::function<Camera(const AvatarState&)>& camera, GLuint framebuffer,
                          const Viewport& viewport) {
  if (!renderer_) {
    auto made = Renderer::create(kSmallSamples);
    if (!made) return error_of(made);
    renderer_.emplace(std::move(*made));
  }
  if (!skinner_upload_) {
    auto skinner = CpuSkinner::create();
    if (!skinner) return error_of(skinner);
    skinner_upload_ = std::make_unique<SkinnerUpload>(std::move(*skinner));
  }
  return draw_as(scene, inputs, *skinner_upload_, [&](const AvatarState& state, const Bounds& bounds) {
    renderer_->avatar_changed();
    const auto meshes = scene.drawables();
    const Picture picture{.meshes = meshes,
                          .bounds = bounds,
                          .lift = state.root_above_ground(),
                          .file_colors = settings.file_colors,
                          .textures = settings.textures,
                          .floor = false,
                          .camera = camera(state),
                          .studio = settings.light_theme ? kLightStudio : kDarkStudio};
    if (auto drawn = renderer_->draw(picture, viewport.width, viewport.height); !drawn)
      return Status(error_of(drawn));
    renderer_->present(framebuffer, viewport);
    glUseProgram(0);  // the renderer may go before anything else is drawn
    return Status{};
  });
}

}  // namespace mannequin::preview
