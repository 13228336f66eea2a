// The colours of a legend: the ramp as a bar, and the hatched grey.
#pragma once

#include <imgui.h>

#include "tools/preview/render/ramp.h"

namespace mannequin::preview {

ImU32 screen_color(const Vec3f& color);
// dotted: the share of it that has dots, from the left.
void draw_ramp(ImDrawList& list, const Ramp& ramp, ImVec2 at, ImVec2 size, float dotted = 0.0f);
// stripe: how far its lines are apart.
void draw_hatching(ImDrawList& list, ImVec2 at, ImVec2 size, float stripe);

}  // namespace mannequin::preview
