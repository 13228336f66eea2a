// Collision volumes in the view, as the ellipsoids that they are.
#pragma once

#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// The outline against the eye: solid where something worn has weights on the volume, thin where nothing has;
// of a selected one also the rings round its own axes.
void draw_volume_outline(const Workspace& workspace, JointIndex volume, const Camera& camera,
                         const ViewRect& rect, const Theme& theme, float scale, ImDrawList& list);

}  // namespace mannequin::preview
