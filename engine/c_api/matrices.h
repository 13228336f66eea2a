// Matrices in the layouts that a host may ask for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/math/types.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

// Reports any value other than MANNEQUIN_ROWS_3X4 and so on.
mannequin_status check_layout(int32_t layout);
std::size_t floats_per_matrix(int32_t layout);

// Packed. Palettes and joints are affine: the last row is 0 0 0 1.
void write_matrix(const Mat34& rows, int32_t layout, float* out);
void write_matrices(std::span<const Mat34> rows, int32_t layout, float* out);

}  // namespace mannequin::c_api
