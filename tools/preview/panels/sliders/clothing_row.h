// The item that a section of clothing sliders is about: whether it is worn, its tint and its textures.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class ClothingRow : Panel {
 public:
  ClothingRow(Ui& ui, FileDialogs& files) : Panel(ui), files_(files) {}
  // Above the sliders of this section; nothing for sections of the shape.
  void draw(const SectionDesc& section);

 private:
  void tint(const std::string& type);
  static std::string slot_label(std::string_view type, std::string_view slot);
  void texture(const std::string& type, const std::string& slot);

  FileDialogs& files_;
  bool tinting_ = false;  // a drag over the colours goes on
};

}  // namespace mannequin::preview
