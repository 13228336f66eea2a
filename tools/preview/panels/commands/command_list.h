// What the window can do, apart from sliders and pointer.
#pragma once

#include "tools/preview/panels/columns/right_column.h"
#include "tools/preview/panels/commands/care_commands.h"
#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/files/recording_panel.h"
#include "tools/preview/panels/help/key_help.h"

namespace mannequin::preview {

// The objects must outlive `ui.commands`.
void add_commands(Ui& ui, FileDialogs& files, RightColumn& right, RecordingPanel& recording, KeyHelp& keys,
                  CarePanels& care);

// What is not wanted every minute goes into menus within the View menu, which would not fit into a low
// window. Once all commands are there.
void fold_view_menu(Commands& commands);

}  // namespace mannequin::preview
