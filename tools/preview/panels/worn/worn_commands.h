// Commands for what is worn: the stand-in body and its clothes.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

void add_worn_commands(Ui& ui);

}  // namespace mannequin::preview
