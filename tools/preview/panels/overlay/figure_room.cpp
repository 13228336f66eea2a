#include "tools/preview/panels/overlay/figure_room.h"

#include <algorithm>

namespace mannequin::preview {
namespace {

constexpr float kClear = 6.0f, kStays = 8.0f;  // between plate and avatar; more while it is one that hides it
constexpr float kMostCovered = 0.6f;           // of the view's height: some is left for the avatar

}  // namespace

bool FigureRoom::hidden_by(const ViewRect& plate, bool before) const {
  if (plate.size.x <= 0.0f || plate.size.y <= 0.0f) return false;
  if (!known()) return before;
  const float clear = unit_ * (kClear + (before ? kStays : 0.0f));
  const double left = (plate.min.x - clear - view_.min.x) / view_.size.x,
               right = (plate.min.x + plate.size.x + clear - view_.min.x) / view_.size.x,
               top = (plate.min.y - clear - view_.min.y) / view_.size.y,
               bottom = (plate.min.y + plate.size.y + clear - view_.min.y) / view_.size.y;
  return std::ranges::any_of(outline_, [&](const glm::dvec2& at) {
    return at.x > left && at.x < right && at.y > top && at.y < bottom;
  });
}

float FigureRoom::covered(std::initializer_list<ViewRect> plates, float before) const {
  if (!known()) return before;
  float most = 0.0f;
  for (const ViewRect& plate : plates)
    if (hidden_by(plate, before > 0.0f))
      most = std::max(most, (view_.min.y + view_.size.y - plate.min.y) / view_.size.y);
  return std::min(most, kMostCovered);
}

}  // namespace mannequin::preview
