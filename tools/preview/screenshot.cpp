#include "tools/preview/screenshot.h"

#include "engine/gpu/gl_context.h"
#include "tools/preview/png.h"
#include "tools/preview/render/canvas.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {
namespace {

RecordingPlan plan_of(const PreviewOptions& options) {
  using Kind = RecordingPlan::Kind;
  return {.kind = options.sweep != 0     ? Kind::sweep
                  : options.pictures > 1 ? Kind::turntable
                                         : Kind::picture,
          .path = options.screenshot,
          .pictures = options.pictures,
          .width = options.width,
          .height = options.height,
          .transparent = options.transparent,
          .parameter = options.sweep};
}

}  // namespace

Status write_screenshot(const Character& character, const PreviewOptions& options) {
  auto context = GlContext::create_headless();
  if (!context) return error_of(context);
  // Rejects sizes that the device does not support before allocating anything.
  if (auto probe = RenderTarget::create(options.width, options.height, 1); !probe) return error_of(probe);
  auto stage = Stage::create(character, options, 1.0f, true);
  if (!stage) return error_of(stage);
  Workspace& workspace = (*stage)->workspace();
  const Canvas canvas(options.width, options.height);
  const auto settle = [&] {
    return (*stage)->settle(canvas.framebuffer(), options.width, options.height, options.panels);
  };
  // The first round lays out the view, whose aspect ratio places the camera.
  workspace.view.camera_control.begin(options.view);
  if (auto status = settle(); !status) return status;
  workspace.view.camera_control.begin(options.view);
  if (auto status = settle(); !status) return status;
  const RecordingPlan plan = plan_of(options);
  // A single picture with background shows what the view shows, with marks and legends.
  const bool as_shown = plan.kind == RecordingPlan::Kind::picture && !plan.transparent;
  if (options.panels || as_shown)
    return write_png(options.screenshot, options.width, options.height, canvas.read(false));
  if (plan.kind == RecordingPlan::Kind::turntable) workspace.view.camera_control.fit_all_round();
  workspace.actions.start_recording(plan);
  while (!workspace.view.recording->finished()) {
    if (auto status = (*stage)->record(); !status) return status;
    if (options.progress) options.progress(workspace.view.recording->taken(), options.pictures);
  }
  return {};
}

}  // namespace mannequin::preview
