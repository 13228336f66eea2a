// A small picture of the avatar with other sliders.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "tools/preview/render/canvas.h"
#include "tools/preview/render/renderer.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// What such a picture depends on.
struct SmallPictureInputs {
  SliderValues sliders;
  Pose pose;
  std::uint64_t worn = 0, painted = 0;
  int side = 0;
  bool light = false, file_colors = false, textures = false;
  bool operator==(const SmallPictureInputs& other) const;
};

// Everything as it is now, except for the sliders. side: pixels.
SmallPictureInputs small_picture_inputs(const Workspace& workspace, SliderValues sliders, int side);

class SmallPicture {
 public:
  // Everything that the scene's avatar wears with `inputs`, seen by `camera`, into a part of a framebuffer.
  // Fails if OpenGL or the skinner does.
  Status draw(const Scene& scene, const ViewSettings& settings, const AvatarInputs& inputs,
              const std::function<Camera(const AvatarState&)>& camera, GLuint framebuffer,
              const Viewport& viewport);

 private:
  std::optional<Renderer> renderer_;
  std::unique_ptr<SkinnerUpload> skinner_upload_;
};

}  // namespace mannequin::preview
