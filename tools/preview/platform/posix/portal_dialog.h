// The file dialog of the desktop's portal, org.freedesktop.portal.FileChooser, which desktops of every kind
// have.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "tools/preview/platform/system_dialog.h"

namespace mannequin::preview {

// Shows it, and waits until it was answered, or `stop` can be read or is closed at its other end, which
// closes the dialog. None: there is no portal, or it has no such dialog. Empty: it was cancelled.
std::optional<std::vector<std::filesystem::path>> ask_portal(const SystemDialog::Question& question,
                                                             int stop);

}  // namespace mannequin::preview
