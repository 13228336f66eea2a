// The window on the screen and its loop.
#pragma once

#include "engine/avatar/avatar.h"
#include "tools/preview/preview.h"

namespace mannequin::preview {

// Until it is closed.
Status show_window(const Character& character, const PreviewOptions& options);

}  // namespace mannequin::preview
