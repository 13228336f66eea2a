// The part of the window that shows the picture, and where points of the world are in it.
#pragma once

#include <imgui.h>

#include "tools/document/camera.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

struct ViewRect {
  ImVec2 min{0.0f, 0.0f}, size{1.0f, 1.0f};  // interface units, y down
  bool contains(ImVec2 p) const {
    return p.x >= min.x && p.y >= min.y && p.x < min.x + size.x && p.y < min.y + size.y;
  }
  float aspect() const { return size.x / size.y; }
  // From the eye through a place on the screen.
  Ray ray(const Camera& camera, ImVec2 at) const;
};

// Where a world point is on the screen; false behind the camera.
bool project(const Mat4& clip_from_world, const ViewRect& rect, const Vec3& point, ImVec2& out);

}  // namespace mannequin::preview
