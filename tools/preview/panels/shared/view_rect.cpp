#include "tools/preview/panels/shared/view_rect.h"

namespace mannequin::preview {

Ray ViewRect::ray(const Camera& camera, ImVec2 at) const {
  return ray_through(camera, static_cast<double>(aspect()), 2.0 * (at.x - min.x) / size.x - 1.0,
                     1.0 - 2.0 * (at.y - min.y) / size.y);
}

bool project(const Mat4& clip_from_world, const ViewRect& rect, const Vec3& point, ImVec2& out) {
  const Vec4 clip = clip_from_world * Vec4(point, 1.0);
  if (clip.w <= 1e-6) return false;
  out = {rect.min.x + static_cast<float>(0.5 + 0.5 * clip.x / clip.w) * rect.size.x,
         rect.min.y + static_cast<float>(0.5 - 0.5 * clip.y / clip.w) * rect.size.y};
  return true;
}

}  // namespace mannequin::preview
