// Which painted region each face of a worn mesh shows, chosen by hand.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class BakedFaces : Panel {
 public:
  explicit BakedFaces(Ui& ui) : Panel(ui) {}
  // A list to choose from for each material of the file.
  void draw(const WornFile& file, std::size_t index);
};

}  // namespace mannequin::preview
