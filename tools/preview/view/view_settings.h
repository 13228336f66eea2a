// What the view shows and how: stored preferences, and temporary settings.
#pragma once

#include "tools/preview/view/preferences.h"

namespace mannequin::preview {

struct ViewSettings : Preferences {
  bool rings = false;     // for rotating the selected joint
  bool measures = false;  // the tape measure's lines
  bool paints = false;    // the pointer paints weights
};

}  // namespace mannequin::preview
