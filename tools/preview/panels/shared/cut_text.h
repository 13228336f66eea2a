// Text that may be longer than its place.
#pragma once

#include <string>

namespace mannequin::preview {

// Where it is too long it ends with an ellipsis, and the whole of it is told under the pointer. As wide as
// the line has room, or as `width` says.
void cut_text(const std::string& text, float width = 0.0f);

}  // namespace mannequin::preview
