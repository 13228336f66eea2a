// Commands for the colours of the view.
#pragma once

#include "tools/preview/panels/columns/right_column.h"

namespace mannequin::preview {

// The objects must outlive `ui.commands`.
void add_view_commands(Ui& ui, RightColumn& right);

}  // namespace mannequin::preview
