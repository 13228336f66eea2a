// Renders the window's picture without a window.
#pragma once

#include "engine/avatar/avatar.h"
#include "tools/preview/preview_options.h"

namespace mannequin::preview {

Status write_screenshot(const Character& character, const PreviewOptions& options);

}  // namespace mannequin::preview
