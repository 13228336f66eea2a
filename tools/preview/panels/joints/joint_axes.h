// The axes of joints as they are, and beside them as in the rest pose.
#pragma once

#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// World from joint without pose, offsets or sliders: rest rotations of the joint and those above it.
Quat rest_world_rotation(const Skeleton& skeleton, JointIndex joint);

// Of the selected joint, or of all bones that have marks: solid as they are, broken as at rest, where they
// differ.
void draw_joint_axes(const Workspace& workspace, const Camera& camera, const ViewRect& rect, float scale,
                     ImDrawList& list);

}  // namespace mannequin::preview
