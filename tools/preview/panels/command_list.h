// What the window can do, apart from sliders and pointer.
#pragma once

#include "tools/preview/panels/care_commands.h"
#include "tools/preview/panels/file_dialogs.h"
#include "tools/preview/panels/key_help.h"
#include "tools/preview/panels/recording_panel.h"
#include "tools/preview/panels/right_column.h"

namespace mannequin::preview {

// The objects must outlive `ui.commands`.
void add_commands(Ui& ui, FileDialogs& files, RightColumn& right, RecordingPanel& recording, KeyHelp& keys,
                  CarePanels& care);

}  // namespace mannequin::preview
