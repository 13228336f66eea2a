// The commands of the File menu.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/files/recording_panel.h"

namespace mannequin::preview {

// All arguments must outlive the list.
void add_file_commands(Ui& ui, FileDialogs& files, RecordingPanel& recording);

}  // namespace mannequin::preview
