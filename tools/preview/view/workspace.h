// What panels and commands work with: the document, how it is looked at, and what can be done.
#pragma once

#include "tools/preview/view/actions.h"

namespace mannequin::preview {

struct Workspace {
  Document& document;
  View& view;
  Actions& actions;
};

}  // namespace mannequin::preview
