// The window speaks of the document's things by their own names.
#pragma once

namespace mannequin::document {}

namespace mannequin::preview {
using namespace document;
}  // namespace mannequin::preview
