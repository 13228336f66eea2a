// What the view shows and how: kept preferences, and what only counts for now.
#pragma once

#include "tools/preview/view/preferences.h"

namespace mannequin::preview {

struct ViewSettings : Preferences {
  bool rings = false;     // to turn the selected joint by
  bool measures = false;  // lines of the tape measure
};

}  // namespace mannequin::preview
