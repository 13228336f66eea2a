// Drawing the avatar of a scene as it would be under other sliders, for a moment.
#pragma once

#include <functional>

#include "tools/preview/view/scene.h"

namespace mannequin::preview {

// Lets what is visible be drawn as it would be with `inputs`, skinned by `by`, while `draw` works; bounds: of
// that, in the avatar's frame. Afterwards all is as it was. Fails as
// the skinner and `draw` do.
Status draw_as(const Scene& scene, const AvatarInputs& inputs, SkinnerUpload& by,
               const std::function<Status(const AvatarState& state, const Bounds& bounds)>& draw);

}  // namespace mannequin::preview
