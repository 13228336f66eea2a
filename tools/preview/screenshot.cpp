#include "tools/preview/screenshot.h"

#include "engine/gpu/gl_context.h"
#include "tools/preview/png.h"
#include "tools/preview/render/canvas.h"
#include "tools/preview/stage.h"
#include "tools/preview/view/people_outline.h"

namespace mannequin::preview {
namespace {

RecordingPlan::Kind kind_of(const PreviewOptions& options) {
  using Kind = RecordingPlan::Kind;
  return options.people         ? Kind::people
         : options.sweep != 0   ? Kind::sweep
         : options.play         ? Kind::clip
         : options.pictures > 1 ? Kind::turntable
                                : Kind::picture;
}

// The clip's own speed, unless another one is given.
void follow_clip(RecordingPlan& plan, const PreviewOptions& options, double seconds) {
  if (options.per_second == 0.0)
    plan.per_second =
        options.pictures > 0 && seconds > 0.0 ? options.pictures / seconds : RecordingPlan::kClipPerSecond;
  if (options.pictures == 0) plan.pictures = pictures_of_clip(plan, seconds);
}

RecordingPlan plan_of(const PreviewOptions& options, const Workspace& workspace) {
  RecordingPlan plan{.kind = kind_of(options),
                     .path = options.screenshot,
                     .pictures = options.pictures,
                     .width = options.width,
                     .height = options.height,
                     .transparent = options.transparent,
                     .legend = options.legend,
                     .parameter = options.sweep};
  if (options.per_second > 0.0) plan.per_second = options.per_second;
  if (plan.kind == RecordingPlan::Kind::clip)
    follow_clip(plan, options, workspace.document.timeline().duration());
  if (plan.kind == RecordingPlan::Kind::people) {
    plan.pictures = static_cast<int>(workspace.document.people.list().size());
    plan.height = options.person_height;
    plan.width = options.person_width > 0 ? options.person_width : width_of_people(workspace, plan.height);
  }
  return plan;
}

// A shape that cannot be read is an error here: nobody would see a message.
Status add_people(Document& document, const std::filesystem::path& folder) {
  const std::size_t told = document.messages().list().size();
  if (auto status = document.people.use_folder(folder); !status) return status;
  if (document.messages().list().size() == told) return {};
  return fail(ErrorCode::cannot_read, "", document.messages().list()[told].text);
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
  if (!options.people_folder.empty())
    if (auto status = add_people(workspace.document, options.people_folder); !status) return status;
  if (options.play && !workspace.document.timeline().has_clip())
    return fail(ErrorCode::bad_argument, "--play",
                "needs an animation; name one, for example by --pose walk.bvh");
  const RecordingPlan plan = plan_of(options, workspace);
  // A single picture with background shows what the view shows, with marks and legends.
  const bool as_shown = plan.kind == RecordingPlan::Kind::picture && !plan.transparent;
  if (options.panels || as_shown)
    return write_png(options.screenshot, options.width, options.height, canvas.read(false));
  if (plan.kind == RecordingPlan::Kind::turntable) workspace.view.camera_control.fit_all_round();
  workspace.actions.start_recording(plan);
  while (!workspace.view.recording->finished()) {
    const int taken = workspace.view.recording->taken();
    if (auto status = (*stage)->record(); !status) return status;
    if (taken == workspace.view.recording->taken()) continue;  // the film is being finished
    if (options.progress) options.progress(workspace.view.recording->taken(), plan.pictures);
  }
  return {};
}

}  // namespace mannequin::preview
