// The window's commands, other than sliders and the pointer.
#pragma once

#include "tools/preview/panels/columns/right_column.h"
#include "tools/preview/panels/commands/edit_commands.h"
#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/files/recording_panel.h"
#include "tools/preview/panels/help/key_help.h"

namespace mannequin::preview {

// The objects must outlive `ui.commands`.
void add_commands(Ui& ui, FileDialogs& files, RightColumn& right, RecordingPanel& recording, KeyHelp& keys,
                  WornPanel& worn, EditPanels& care);

// Moves rarely used commands into submenus of the View menu, which would not fit into a low window. Call
// after all commands are added.
void fold_view_menu(Commands& commands);
// In groups, with lines between them; after that.
void arrange_menus(Commands& commands);

}  // namespace mannequin::preview
