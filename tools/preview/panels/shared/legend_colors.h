// The colours of a legend: the ramp as a bar, and the hatched grey.
#pragma once

#include <imgui.h>

#include "tools/preview/render/ramp.h"

namespace mannequin::preview {

ImU32 screen_color(const Vec3f& color);
void draw_ramp(ImDrawList& list, const Ramp& ramp, ImVec2 at, ImVec2 size);
// stripe: how far its lines are apart.
void draw_hatching(ImDrawList& list, ImVec2 at, ImVec2 size, float stripe);

}  // namespace mannequin::preview
