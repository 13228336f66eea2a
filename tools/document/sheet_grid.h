// Where pictures with captions stand on a contact sheet, row by row.
#pragma once

#include <algorithm>
#include <cmath>

namespace mannequin::document {

struct SheetGrid {
  int count = 0, columns = 1;
  int width = 0, height = 0, caption = 0;  // pixels of a picture, and of the caption below it

  int rows() const { return std::max((count + columns - 1) / columns, 1); }
  int sheet_width() const { return columns * width; }
  int sheet_height() const { return rows() * (height + caption); }
  // The upper left corner of picture `index`.
  int x(int index) const { return index % columns * width; }
  int y(int index) const { return index / columns * (height + caption); }
};

// As many columns as make a sheet of upright pictures wider than high.
inline int columns_of_sheet(int count) {
  return std::clamp(static_cast<int>(std::ceil(std::sqrt(1.5 * count))), 1, 8);
}

}  // namespace mannequin::document
