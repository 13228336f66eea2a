// Passes colours to the drawables.
#pragma once

#include <vector>

#include "tools/preview/view/scene.h"

namespace mannequin::preview {

// Colours of vertices, or values for a ramp: of(mesh) returns one per vertex; w: 1 known, 0 not.
template <typename Of>
Status paint_visible(const Scene& scene, const Of& of) {
  for (const auto& [mesh, device] : scene.visible()) {
    const auto remap = device->remap();
    const auto colors = of(*mesh);
    std::vector<Vec4f> by_place(device->drawable().place_count(), Vec4f(0.0f));
    for (std::size_t v = 0; v < colors.size(); ++v) by_place[remap[v]] = colors[v];
    if (auto status = device->drawable().set_paint(by_place); !status) return status;
  }
  return {};
}

inline const Vec4f kUnknown(0.0f);
inline Vec4f known(float number) { return {number, 0.0f, 0.0f, 1.0f}; }

}  // namespace mannequin::preview
