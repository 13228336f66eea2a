// Writes shapes in the formats of read_shape. The same input gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "engine/io/shape_file.h"

namespace mannequin::io {

// A file's text, and the values left out.
struct WrittenShape {
  std::string text;
  std::vector<int> left_out;  // ids of values not supported by this format, ascending
};

// `name`: the avatar's or item's, for people. Values out of range are not changed. Always left out:
// unknown ids, and values that are not finite or beyond kMaxTextFileNumber.
// - json: every value, bit for bit as a double. Percentages are rounded, for people, and ignored.
// - archetype: transmitted values, equal as float32, with the viewer's three decimals if these suffice.
//   Only values that are set, so that a partial shape stays partial.
// - wearable: a shape asset as the viewer saves it: every parameter of the shape, driven ones and defaults
//   too, clamped, with two decimals: within 0.005. Left out: other wearables' values (hair, shoes) unless at
//   their default, and driven ones set directly.
// Writing, reading and writing again gives the same text.
WrittenShape write_shape(ShapeFormat format, const Appearance& appearance, const SliderValues& sliders,
                         const std::string& name);

}  // namespace mannequin::io
