// Joints, volumes and attachment points over the picture: shape and colour show the kind and state of each.
#pragma once

#include <span>

#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/render/depth_image.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// How marks are drawn over a picture.
struct MarkStyle {
  const Theme& theme;
  float scale;              // interface units per unit of design
  const DepthImage& depth;  // of the picture: which parts of the bones it hides
};

// Draws marks and bones. Returns the joints within reach of the pointer that share the nearest place, the
// most informative first.
std::vector<JointIndex> draw_joint_marks(const Workspace& workspace, const Camera& camera,
                                         const ViewRect& rect, const MarkStyle& style, const ImVec2& pointer,
                                         ImDrawList& list);

// The mark of one joint by its kind and state: shape and colour.
void draw_joint_mark(const Workspace& workspace, JointIndex joint, ImVec2 at, float radius,
                     const Theme& theme, ImDrawList& list);

// The selection, on top of everything else, with its name next to it: never under the pointer, and beside
// what is `taken` by plates that do not move. Returns where the name stands; empty: it has none.
ViewRect draw_selection(const Workspace& workspace, const Camera& camera, const ViewRect& rect,
                        const MarkStyle& style, const ImVec2& pointer, std::span<const ViewRect> taken,
                        ImDrawList& list);

// Names, state and offset of joints, one per line, for tooltip and status bar.
std::string joint_summary(const Workspace& workspace, std::span<const JointIndex> joints);

}  // namespace mannequin::preview
