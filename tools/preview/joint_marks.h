// The joints over the picture: shape and colour say their state.
#pragma once

#include "tools/preview/session.h"
#include "tools/preview/theme.h"

namespace mannequin::preview {

struct ViewRect {
  ImVec2 min{0.0f, 0.0f}, size{1.0f, 1.0f};  // interface units, y down
  bool contains(ImVec2 p) const {
    return p.x >= min.x && p.y >= min.y && p.x < min.x + size.x && p.y < min.y + size.y;
  }
};

// Where a world point is on the screen; false behind the camera.
bool project(const Mat4& clip_from_world, const ViewRect& rect, const Vec3& point, ImVec2& out);

// Draws marks and bones. Returns the joints within reach of the pointer that share the place nearest to it,
// those with most to tell first.
std::vector<JointIndex> draw_joint_marks(const Session& session, const Camera& camera, const ViewRect& rect,
                                         const Theme& theme, const ImVec2& pointer, ImDrawList& list);

// The mark of one joint by its state: shape and colour.
void draw_joint_mark(const Session& session, JointIndex joint, ImVec2 at, float radius, const Theme& theme,
                     ImDrawList& list);

// What is selected, over everything else, with its name.
void draw_selection(const Session& session, const Camera& camera, const ViewRect& rect, const Theme& theme,
                    ImDrawList& list);

// Name, state and offset of joints, one per line, for tooltip and status bar.
std::string joint_summary(const Session& session, std::span<const JointIndex> joints);

}  // namespace mannequin::preview
