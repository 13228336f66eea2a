#include "tools/preview/scene_picture.h"

namespace mannequin::preview {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSamples = 4;
constexpr std::chrono::milliseconds kQuick{50};  // a picture that takes longer feels unresponsive
constexpr std::chrono::milliseconds kRest{200};  // without a change, before a draft becomes a whole picture

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
  draft_ = kind == Next::draft;
  if (!draft_) {
    const auto began = Clock::now();
    const bool gives_way = whole_took_ > kQuick;
    const auto complete = renderer_.draw(wanted_picture, width, height,
                                         gives_way ? GivingUp(settings.input_waits) : GivingUp());
    if (!complete) return error_of(complete);
    glFinish();
    if (*complete) whole_took_ = Clock::now() - began;
    draft_ = !*complete;
    if (draft_) changed_at_ = Clock::now();
  }
  if (draft_) {
    wanted_picture.draft = true;
    if (auto status = scene.prepare_drafts(); !status) return error_of(status);
    if (auto drawn = renderer_.draw(wanted_picture, width, height); !drawn) return error_of(drawn);
    glFinish();
  }
  depth_ = view.joints ? renderer_.read_depth() : DepthImage();
  drawn_ = wanted;
  finish_ = false;
  return true;
}

ScenePicture::Next ScenePicture::next(const Picture& picture, bool changed) {
  if (finish_) return Next::whole;
  if (changed) {
    changed_at_ = Clock::now();
    return whole_took_ > kQuick ? Next::draft : Next::whole;
  }
  if (draft_) return Clock::now() - changed_at_ >= kRest ? Next::whole : Next::none;
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
  if (auto drawn = renderer_.draw(taken, width, height); !drawn) return error_of(drawn);
  return {};
}

void ScenePicture::finish() {
  if (!improving()) return;
  renderer_.finish({.meshes = drawables_, .bounds = bounds_});
  finish_ = true;
}

}  // namespace mannequin::preview
