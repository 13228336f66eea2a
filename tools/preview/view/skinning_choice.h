// What skins for the window.
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
  // Both must live as long.
  SkinningChoice(Scene& scene, Messages& messages);

  // Opens a backend other than OpenGL by its name: reference, cpu, vulkan.
  using OpenSkinner = std::function<Result<std::shared_ptr<Skinner>>(const std::string& backend)>;
  void offer_backends(OpenSkinner open) { open_ = std::move(open); }
  // By one of these or by "gl". If it cannot, a message says why, too, and all stays as it was.
  Status skin_by(const std::string& backend);
  // By OpenGL; where the processor is what OpenGL computes on, by the processor without that detour.
  Status skin_by_the_quickest();
  bool opengl_is_the_processor() const { return opengl_is_the_processor_; }
  // Once a picture was drawn that says how quick it is: that OpenGL cannot skin, if so.
  void tell_refusal(const Timings& timings);

 private:
  Scene& scene_;
  Messages& messages_;
  OpenSkinner open_;
  bool told_ = false;
  bool opengl_is_the_processor_ = false;
};

}  // namespace mannequin::preview
