#include "engine/c_api/matrices.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <string>

#include "engine/c_api/handles.h"

namespace mannequin::c_api {

mannequin_status check_layout(int32_t layout) {
  if (layout >= MANNEQUIN_ROWS_3X4 && layout <= MANNEQUIN_COLUMN_MAJOR_4X4) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT, "layout is " + std::to_string(layout) + "; it must be 0 to 2.");
}

std::size_t floats_per_matrix(int32_t layout) { return layout == MANNEQUIN_ROWS_3X4 ? 12 : 16; }

void write_matrix(const Mat34& rows, int32_t layout, float* out) {
  if (layout == MANNEQUIN_COLUMN_MAJOR_4X4) {
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 3; ++row) out[column * 4 + row] = rows[row][column];
      out[column * 4 + 3] = column == 3 ? 1.0f : 0.0f;
    }
    return;
  }
  std::copy_n(glm::value_ptr(rows), 12, out);
  if (layout == MANNEQUIN_ROWS_3X4) return;
  std::fill_n(out + 12, 3, 0.0f);
  out[15] = 1.0f;
}

void write_matrices(std::span<const Mat34> rows, int32_t layout, float* out) {
  const std::size_t each = floats_per_matrix(layout);
  for (const Mat34& matrix : rows) {
    write_matrix(matrix, layout, out);
    out += each;
  }
}

}  // namespace mannequin::c_api
