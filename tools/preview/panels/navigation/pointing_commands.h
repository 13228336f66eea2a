// Commands for the selection, for posing, and for moving the camera in steps.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

void add_pointing_commands(Ui& ui);

}  // namespace mannequin::preview
