#include "tools/preview/view/skinning_choice.h"

#include <algorithm>

#include "engine/gpu/gl_context.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "tools/document/translation.h"

namespace mannequin::preview {

SkinningChoice::SkinningChoice(Scene& scene, Messages& messages)
    : scene_(scene), messages_(messages), opengl_is_the_processor_(gl_is_software()) {}

Status SkinningChoice::skin_by(const std::string& backend) {
  if (backend == scene_.backend()) return {};
  if (backend == "gl" && scene_.gl_refusal()) {
    messages_.report(Message::Kind::error,
                     "This graphics card cannot do the skinning. " + scene_.gl_refusal()->message());
    return tl::make_unexpected(*scene_.gl_refusal());
  }
  if (backend == "gl") {
    scene_.skin_by(nullptr);
    return {};
  }
  if (!open_)
    return fail(ErrorCode::no_device, "backend " + backend, tr("This program was built with OpenGL alone."));
  auto skinner = open_(backend);
  if (!skinner) {
    messages_.report(Message::Kind::error, skinner.error().message());
    return error_of(skinner);
  }
  scene_.skin_by(std::move(*skinner));
  return {};
}

Status SkinningChoice::skin_by_the_quickest() {
  if (!opengl_is_the_processor_ || scene_.backend() != "gl") return {};
  auto skinner = CpuSkinner::create();
  if (!skinner) return error_of(skinner);
  scene_.skin_by(std::move(*skinner));
  return {};
}

// Once a picture has been drawn, which shows how fast it is.
void SkinningChoice::report_refusal(const Timings& timings) {
  if (told_ || !scene_.gl_refusal() || timings.list().empty()) return;
  told_ = true;
  messages_.report(
      Message::Kind::warning,
      tr("This graphics card cannot do the skinning. The processor does it: the same shapes, without the "
         "soft shading of hollows, about {:.0f} pictures per second. The reason: {}",
         1000.0 / std::max(timings.list().back().whole(), 1.0), scene_.gl_refusal()->message()));
}

}  // namespace mannequin::preview
