// Joints, volumes and attachment points over the picture: shape and colour say what each is and its state.
#pragma once

#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/render/depth_image.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// How marks are drawn over a picture.
struct MarkStyle {
  const Theme& theme;
  float scale;              // interface units per unit of design
  const DepthImage& depth;  // of the picture: what of the bones it hides
};

// Draws marks and bones. Returns the joints within reach of the pointer that share the place nearest to it,
// those with most to tell first.
std::vector<JointIndex> draw_joint_marks(const Workspace& workspace, const Camera& camera,
                                         const ViewRect& rect, const MarkStyle& style, const ImVec2& pointer,
                                         ImDrawList& list);

// The mark of one joint by its kind and state: shape and colour.
void draw_joint_mark(const Workspace& workspace, JointIndex joint, ImVec2 at, float radius,
                     const Theme& theme, ImDrawList& list);

// What is selected, over everything else, with its name beside it: never where the pointer is.
void draw_selection(const Workspace& workspace, const Camera& camera, const ViewRect& rect,
                    const MarkStyle& style, const ImVec2& pointer, ImDrawList& list);

// Where a label of this size stands that belongs to a mark: beside it, inside `rect` from left to right, and
// not where the pointer is or nearly is, because what is there is being looked at.
ImVec2 label_corner(ImVec2 mark, ImVec2 size, const ViewRect& rect, ImVec2 pointer, float scale);

// Names, state and offset of joints, one per line, for tooltip and status bar.
std::string joint_summary(const Workspace& workspace, std::span<const JointIndex> joints);

}  // namespace mannequin::preview
