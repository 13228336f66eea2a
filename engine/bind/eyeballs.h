// Eyeballs: separate parts of a mesh around an eye's joint. They follow eyes alone, and nothing else does.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/bind/bind_sources.h"
#include "engine/bind/bones.h"
#include "engine/bind/copy.h"

namespace mannequin {

// Marks the vertices of eyeballs: connected parts no larger than 8 cm around an eye's position. `eyes`: bind
// space. One entry per vertex.
std::vector<bool> eyeball_vertices(const Surface& surface, std::span<const Vec3> eyes);

// The eyes among the bones, and the eyeballs of the surface.
struct EyeChoice {
  std::span<const BindBone> bones;
  const std::vector<bool>& is_eye_bone;  // by bone; empty: none is
  const std::vector<bool>& is_eyeball;   // by vertex; empty: none is
};

// Weights by `make`, a method that looks for the nearest place of sources: it gets the sources without their
// eyeballs. The surface's eyeballs copy the sources' eyeballs; if these have none, as the built-in body,
// whose lids are the nearest thing to an eyeball, they follow the nearest eye bone. Fails as `make` and
// copy_weights.
Result<BoundWeights> weights_with_eyes_apart(
    const Surface& surface, const BindSources& sources, const EyeChoice& eyes,
    const std::function<Result<BoundWeights>(const SourceTrees&)>& make);

}  // namespace mannequin
