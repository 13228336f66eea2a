// Buttons that put on the built-in body or its clothes, where there is nothing to see without.
#pragma once

#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// In the current window. They are there if it is not worn; the clothes only for the built-in body.
void offer_body(Workspace& workspace);
void offer_clothes(Workspace& workspace);

}  // namespace mannequin::preview
