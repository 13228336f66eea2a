#include "tools/preview/panels/joints/label_place.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace mannequin::preview {
namespace {

// Of a point to the nearest one of a rectangle; 0 inside.
float distance(ImVec2 p, ImVec2 corner, ImVec2 size) {
  return std::hypot(std::max({corner.x - p.x, p.x - corner.x - size.x, 0.0f}),
                    std::max({corner.y - p.y, p.y - corner.y - size.y, 0.0f}));
}

float overlap(ImVec2 corner, ImVec2 size, const ViewRect& plate, float edge) {
  const float width = std::min(corner.x + size.x + edge, plate.min.x + plate.size.x) -
                      std::max(corner.x - edge, plate.min.x),
              height = std::min(corner.y + size.y + edge, plate.min.y + plate.size.y) -
                       std::max(corner.y - edge, plate.min.y);
  return width > 0.0f && height > 0.0f ? width * height : 0.0f;
}

}  // namespace

LabelPlace label_place(ImVec2 mark, ImVec2 size, const ViewRect& rect, ImVec2 pointer,
                       std::span<const ViewRect> taken, float scale) {
  const float away = 26.0f * scale, edge = 5.0f * scale, clear = 16.0f * scale;
  const ImVec2 least(rect.min.x + edge, rect.min.y + edge);
  const ImVec2 most(std::max(least.x, rect.min.x + rect.size.x - size.x - edge),
                    std::max(least.y, rect.min.y + rect.size.y - size.y - edge));
  // Beside the mark or in line with it first; then at the edges of the view and of what is taken.
  std::vector<float> columns{mark.x + away, mark.x - away - size.x,
                             std::clamp(mark.x - 0.5f * size.x, least.x, most.x), least.x, most.x},
      rows{std::clamp(mark.y - 0.5f * size.y, least.y, most.y), mark.y - away - size.y, mark.y + away,
           least.y, most.y};
  for (const ViewRect& plate : taken) {
    columns.insert(columns.end(),
                   {plate.min.x - size.x - 2.0f * edge, plate.min.x + plate.size.x + 2.0f * edge});
    rows.insert(rows.end(), {plate.min.y - size.y - 2.0f * edge, plate.min.y + plate.size.y + 2.0f * edge});
  }
  // What it hides, worst first, then how far from the mark it is.
  using Cost = std::tuple<bool, bool, float, float>;
  const auto cost = [&](ImVec2 corner) {
    const float from_mark = distance(mark, corner, size);
    float covered = 0.0f;
    for (const ViewRect& plate : taken) covered += overlap(corner, size, plate, edge);
    return Cost{from_mark < 0.9f * away, distance(pointer, corner, size) < clear, covered, from_mark};
  };
  ImVec2 best(std::clamp(columns[0], least.x, most.x), rows[0]);
  Cost lowest = cost(best);
  for (const float x : columns)
    for (const float y : rows) {
      if (x < least.x || x > most.x || y < least.y || y > most.y) continue;
      const Cost now = cost({x, y});
      if (!(now < lowest)) continue;
      lowest = now;
      best = {x, y};
    }
  const auto& [over_mark, under_pointer, covered, from_mark] = lowest;
  return {best, !over_mark && !under_pointer && covered == 0.0f};
}

}  // namespace mannequin::preview
