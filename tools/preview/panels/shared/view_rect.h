// The part of the window that shows the picture, and the projection of world points into it.
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
  bool meets(const ViewRect& other) const {
    return min.x < other.min.x + other.size.x && other.min.x < min.x + size.x &&
           min.y < other.min.y + other.size.y && other.min.y < min.y + size.y;
  }
  float aspect() const { return size.x / size.y; }
  // From the eye through a position on the screen.
  Ray ray(const Camera& camera, ImVec2 at) const;
};

// Projects a world point onto the screen; false if it is behind the camera.
bool project(const Mat4& clip_from_world, const ViewRect& rect, const Vec3& point, ImVec2& out);

}  // namespace mannequin::preview
