// Collision volumes in the view, as the ellipsoids that they are, or as the octahedra that viewers draw.
#pragma once

#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// The silhouette: thick if something worn has weights on the volume, else thin; for a selected one also the
// rings around its axes.
void draw_volume_outline(const Workspace& workspace, JointIndex volume, const Camera& camera,
                         const ViewRect& rect, const Theme& theme, float scale, ImDrawList& list);

}  // namespace mannequin::preview
