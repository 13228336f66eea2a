// What lies under the pointer.
#pragma once

#include "tools/preview/session/views.h"

namespace mannequin::preview {

// The vertex of what is visible nearest to where a line of sight first meets a triangle. x, y: -1..1 over the
// view, y up. Looks at every triangle: some milliseconds for 100 000.
std::optional<PointedVertex> vertex_at(const Scene& scene, const Camera& camera, double aspect, double x,
                                       double y);

}  // namespace mannequin::preview
