// Temporarily draws a scene's avatar with other sliders.
#pragma once

#include <functional>

#include "tools/preview/view/scene.h"

namespace mannequin::preview {

// Points of the visible meshes' surfaces as the avatar with `inputs` would wear them; world.
std::vector<Vec3> outline_as(const DressedAvatar& avatar, const AvatarInputs& inputs);

// Runs `draw` with everything visible as it would be with `inputs`,
// skinned by `by`; bounds: of that, in the avatar's frame. Restores
// everything afterwards. Fails if the skinner or `draw` does.
Status draw_as(const Scene& scene, const AvatarInputs& inputs, SkinnerUpload& by,
               const std::function<Status(const AvatarState& state, const Bounds& bounds)>& draw);

}  // namespace mannequin::preview
