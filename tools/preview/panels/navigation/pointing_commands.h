// Commands for what is selected, for posing, and for the camera's steps.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

void add_pointing_commands(Ui& ui);

}  // namespace mannequin::preview
