// The common context of panels and commands: the document, its view, and the available actions.
#pragma once

#include "tools/preview/view/actions.h"

namespace mannequin::preview {

struct Workspace {
  Document& document;
  View& view;
  Actions& actions;
};

}  // namespace mannequin::preview
