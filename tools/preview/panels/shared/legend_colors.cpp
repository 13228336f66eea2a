#include "tools/preview/panels/shared/legend_colors.h"

namespace mannequin::preview {

ImU32 screen_color(const Vec3f& color) {
  const auto eight_bits = [](float x) { return static_cast<ImU32>(255.0f * x + 0.5f); };
  return IM_COL32(eight_bits(color.r), eight_bits(color.g), eight_bits(color.b), 255);
}

void draw_ramp(ImDrawList& list, const Ramp& ramp, ImVec2 at, ImVec2 size, float dotted) {
  const float piece = size.x / static_cast<float>(ramp.stops.size() - 1);
  for (std::size_t i = 0; i + 1 < ramp.stops.size(); ++i) {
    const ImU32 left = screen_color(ramp.stop(i)), right = screen_color(ramp.stop(i + 1));
    const float x = at.x + static_cast<float>(i) * piece;
    list.AddRectFilledMultiColor({x, at.y}, {x + piece, at.y + size.y}, left, right, right, left);
  }
  // As on the mesh: of contrasting lightness.
  const float step = 0.5f * size.y;
  for (float x = 0.5f * step; x < dotted * size.x; x += step) {
    const Vec3f under = ramp.stop(static_cast<std::size_t>(x / piece + 0.5f));
    const ImU32 color = glm::dot(under, Vec3f(0.3f, 0.6f, 0.1f)) > 0.45f ? IM_COL32(13, 13, 13, 190)
                                                                         : IM_COL32(242, 242, 242, 190);
    for (const float y : {0.25f, 0.75f})
      list.AddCircleFilled({at.x + x, at.y + y * size.y}, 0.1f * size.y, color, 8);
  }
}

void draw_hatching(ImDrawList& list, ImVec2 at, ImVec2 size, float stripe) {
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, IM_COL32(128, 128, 128, 255));
  list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
  for (float x = at.x - size.y; x < at.x + size.x; x += stripe)
    list.AddLine({x, at.y}, {x + size.y, at.y + size.y}, IM_COL32(82, 82, 82, 255), 0.27f * stripe);
  list.PopClipRect();
}

}  // namespace mannequin::preview
