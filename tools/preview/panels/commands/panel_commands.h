// What the tabs and their buttons do, also for menus and the command search.
#pragma once

#include "tools/preview/panels/columns/right_column.h"

namespace mannequin::preview {

void add_tab_commands(Ui& ui, RightColumn& right, WornPanel& worn);
void add_panel_commands(Ui& ui, FileDialogs& files, RightColumn& right);

}  // namespace mannequin::preview
