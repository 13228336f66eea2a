// A colour that is chosen by hand, in a picker that leaves what it colours in sight.
#pragma once

#include <functional>
#include <vector>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

struct ColorChoice {
  bool changed = false;
  bool begun = false;  // a drag or another edit in the picker begins
};

// The colour, with its label beside it; a press opens the picker. `color`: red, green and blue as on the
// screen. `colored`: points (world) of what gets it, asked for while the picker is open. The label is the
// last item.
ColorChoice choose_color(const Ui& ui, const char* label, float* color,
                         const std::function<std::vector<Vec3>()>& colored);

}  // namespace mannequin::preview
