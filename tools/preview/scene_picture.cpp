#include "tools/preview/scene_picture.h"

namespace mannequin::preview {
namespace {

constexpr int kSamples = 4;

}  // namespace

Result<ScenePicture> ScenePicture::create() {
  auto renderer = Renderer::create(kSamples);
  if (!renderer) return tl::make_unexpected(renderer.error());
  return ScenePicture(std::move(*renderer));
}

void ScenePicture::follow(const Scene& scene) {
  if (&scene == scene_ && scene.revision() == revision_) return;
  scene_ = &scene;
  revision_ = scene.revision();
  drawables_ = scene.drawables();
  bounds_ = scene.bounds();
  renderer_.avatar_changed();
  drawn_.reset();
}

Picture ScenePicture::picture(const Scene& scene, const PictureSettings& settings) const {
  const ViewSettings& view = settings.view;
  return {.meshes = drawables_,
          .bounds = bounds_,
          .lift = scene.lift(),
          .body = view.body,
          .file_colors = view.file_colors,
          .textures = view.textures,
          .floor = view.floor,
          .shading = settings.shading,
          .camera = settings.camera,
          .studio = view.light_theme ? kLightStudio : kDarkStudio};
}

Result<bool> ScenePicture::draw(const Scene& scene, const PictureSettings& settings, int width, int height) {
  follow(scene);
  const ViewSettings& view = settings.view;
  const Drawn wanted{settings.camera, view.body,
                     view.floor,      view.file_colors,
                     view.textures,   view.light_theme,
                     view.joints,     settings.shading,
                     settings.colors, width,
                     height};
  // The panels change more often than the picture, which costs far more.
  if (drawn_ == wanted && !renderer_.improving()) return false;
  if (auto status = renderer_.draw(picture(scene, settings), width, height); !status)
    return tl::make_unexpected(status.error());
  depth_ = view.joints ? renderer_.read_depth() : DepthImage();
  drawn_ = wanted;
  return true;
}

Status ScenePicture::draw_finished(const Scene& scene, const PictureSettings& settings, bool transparent,
                                   int width, int height) {
  follow(scene);
  Picture taken = picture(scene, settings);
  taken.transparent = transparent;
  renderer_.finish(taken);
  drawn_.reset();  // the view comes after this
  return renderer_.draw(taken, width, height);
}

void ScenePicture::finish() {
  if (!renderer_.improving()) return;
  renderer_.finish({.meshes = drawables_, .bounds = bounds_});
  drawn_.reset();
}

}  // namespace mannequin::preview
