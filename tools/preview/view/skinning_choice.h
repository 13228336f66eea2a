// Which backend skins for the window.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/skinning/skinner.h"
#include "tools/document/messages.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/scene.h"

namespace mannequin::preview {

class SkinningChoice {
 public:
  // Both must outlive it.
  SkinningChoice(Scene& scene, Messages& messages);

  // Opens a backend other than OpenGL by name: reference, cpu, vulkan.
  using OpenSkinner = std::function<Result<std::shared_ptr<Skinner>>(const std::string& backend)>;
  void offer_backends(OpenSkinner open) { open_ = std::move(open); }
  // By one of these or by "gl". On failure, also shows a message with the reason, and changes nothing.
  Status skin_by(const std::string& backend);
  // By OpenGL; or if OpenGL runs on the CPU, directly by the CPU.
  Status skin_by_the_quickest();
  bool opengl_runs_on_cpu() const { return opengl_is_the_processor_; }
  // Call once a picture has been drawn, which shows how fast it is; reports if OpenGL cannot skin.
  void report_refusal(const Timings& timings);

 private:
  Scene& scene_;
  Messages& messages_;
  OpenSkinner open_;
  bool told_ = false;
  bool opengl_is_the_processor_ = false;
};

}  // namespace mannequin::preview
