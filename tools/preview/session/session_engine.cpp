// What skins for the window.
#include <fmt/format.h>

#include <algorithm>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {

Status Session::skin_by(const std::string& backend) {
  if (backend == scene_->backend()) return {};
  if (backend == "gl" && scene_->gl_refusal()) {
    tell(Message::Kind::error,
         "This graphics card cannot do the skinning. " + scene_->gl_refusal()->message());
    return tl::make_unexpected(*scene_->gl_refusal());
  }
  if (backend == "gl") {
    scene_->skin_by(nullptr);
    return {};
  }
  if (!open_skinner_)
    return fail(ErrorCode::no_device, "backend " + backend, "This program was built with OpenGL alone.");
  auto skinner = open_skinner_(backend);
  if (!skinner) {
    tell(Message::Kind::error, skinner.error().message());
    return error_of(skinner);
  }
  scene_->skin_by(std::move(*skinner));
  return {};
}

Status Session::skin_by_the_quickest() {
  if (!opengl_is_the_processor_ || scene_->backend() != "gl") return {};
  auto skinner = CpuSkinner::create();
  if (!skinner) return error_of(skinner);
  scene_->skin_by(std::move(*skinner));
  return {};
}

// Once a picture was drawn that says how quick it is.
void Session::tell_gl_refusal() {
  if (told_gl_refusal_ || !scene_->gl_refusal() || timings_.list().empty()) return;
  told_gl_refusal_ = true;
  tell(Message::Kind::warning,
       fmt::format(
           "This graphics card cannot do the skinning. The processor does it: the same shapes, without the "
           "soft shading of hollows, about {:.0f} pictures per second. The reason: {}",
           1000.0 / std::max(timings_.list().back().whole(), 1.0), scene_->gl_refusal()->message()));
}

}  // namespace mannequin::preview
