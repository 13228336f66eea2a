#include "tools/preview/scene_picture.h"

namespace mannequin::preview {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSamples = 4;
constexpr std::chrono::milliseconds kQuick{50};  // a picture that takes longer feels unresponsive
// What must not change before a draft becomes a whole picture; more where that holds up the hand for long.
constexpr std::chrono::milliseconds kRest{200}, kLongRest{1000};

}  // namespace

Result<ScenePicture> ScenePicture::create() {
  auto renderer = Renderer::create(kSamples);
  if (!renderer) return error_of(renderer);
  return ScenePicture(std::move(*renderer));
}

void ScenePicture::follow(const Scene& scene) {
  if (&scene == scene_ && scene.revision() == revision_) return;
  scene_ = &scene;
  revision_ = scene.revision();
  drawables_ = scene.drawables();
  bounds_ = scene.avatar().bounds();
  renderer_.avatar_changed();
  drawn_.reset();
}

Picture ScenePicture::picture(const Scene& scene, const PictureSettings& settings) const {
  const ViewSettings& view = settings.view;
  return {.meshes = drawables_,
          .bounds = bounds_,
          .lift = scene.avatar().lift(),
          .body = view.body,
          .file_colors = view.file_colors,
          .textures = view.textures,
          .floor = view.floor,
          .plays = settings.plays,
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
  // The panels change more often than the picture, which is far more expensive.
  Picture wanted_picture = picture(scene, settings);
  const Next kind = next(wanted_picture, drawn_ != wanted);
  if (kind == Next::none) return false;
  wanted_picture.draft = kind == Next::draft;
  if (wanted_picture.draft)
    if (auto status = scene.prepare_drafts(); !status) return error_of(status);
  const auto began = Clock::now();
  if (auto status = renderer_.draw(wanted_picture, width, height); !status) return error_of(status);
  glFinish();
  if (kind == Next::whole) whole_took_ = Clock::now() - began;
  depth_ = view.joints ? renderer_.read_depth() : DepthImage();
  drawn_ = wanted;
  draft_ = wanted_picture.draft;
  finish_ = false;
  return true;
}

ScenePicture::Next ScenePicture::next(const Picture& picture, bool changed) {
  if (finish_) return Next::whole;
  if (changed) {
    changed_at_ = Clock::now();
    return whole_took_ > kQuick ? Next::draft : Next::whole;
  }
  if (draft_) {
    const auto rest = whole_took_ > kLongRest ? kLongRest : kRest;
    return Clock::now() - changed_at_ >= rest ? Next::whole : Next::none;
  }
  if (!renderer_.improving()) return Next::none;
  renderer_.improve(picture);
  return renderer_.improving() ? Next::none : Next::whole;
}

Status ScenePicture::draw_finished(const Scene& scene, const PictureSettings& settings, bool transparent,
                                   int width, int height) {
  follow(scene);
  Picture taken = picture(scene, settings);
  taken.transparent = transparent;
  renderer_.finish(taken);
  drawn_.reset();  // the view is updated after this
  return renderer_.draw(taken, width, height);
}

void ScenePicture::finish() {
  if (!improving()) return;
  renderer_.finish({.meshes = drawables_, .bounds = bounds_});
  finish_ = true;
}

}  // namespace mannequin::preview
