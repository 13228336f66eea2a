// The item that a section of clothing sliders is about: whether it is worn, its tint and its texture.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class ClothingRow : Panel {
 public:
  explicit ClothingRow(Ui& ui) : Panel(ui) {}
  // Above the sliders of this section; nothing for sections of the shape.
  void draw(const SectionDesc& section);

 private:
  void tint(const std::string& type);
  void texture(const std::string& type);

  bool tinting_ = false;  // a drag over the colours goes on
  std::string typing_;    // type of the item whose texture is being typed; empty: none
  char path_[1024] = {};
};

}  // namespace mannequin::preview
