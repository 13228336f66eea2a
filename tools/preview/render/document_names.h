// Makes the document's names available unqualified in the window's code.
#pragma once

namespace mannequin::document {}

namespace mannequin::preview {
using namespace document;
}  // namespace mannequin::preview
