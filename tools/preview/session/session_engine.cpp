// What skins for the window.
#include "tools/preview/session/session.h"

namespace mannequin::preview {

Status Session::skin_by(const std::string& backend) {
  if (backend == scene_->backend()) return {};
  if (backend == "gl") {
    scene_->skin_by(nullptr);
    return {};
  }
  if (!open_skinner_)
    return fail(ErrorCode::no_device, "backend " + backend, "This program was built with OpenGL alone.");
  auto skinner = open_skinner_(backend);
  if (!skinner) {
    tell(Message::Kind::error, skinner.error().message());
    return tl::make_unexpected(skinner.error());
  }
  scene_->skin_by(std::move(*skinner));
  return {};
}

}  // namespace mannequin::preview
