// Shapes out, in the forms that read_shape takes. The same input gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "engine/io/shape_file.h"

namespace mannequin::io {

// A file's text, and what it could not hold.
struct WrittenShape {
  std::string text;
  std::vector<int> left_out;  // ids of values that this format cannot hold, ascending
};

// `name`: the avatar's or item's, for people. Values out of range stand as they are. Left out everywhere:
// unknown ids, and what is not finite or beyond kMaxTextFileNumber.
// - json: every value, bit for bit as a double. Per cent are rounded, for people, and do not count.
// - archetype: what is transmitted, equal as float32, in the viewer's three decimals where these suffice.
//   Only the values that are there, so that a part of a shape stays one.
// - wearable: a shape asset as the viewer saves it: every parameter of the shape, driven ones and defaults
//   too, clamped, with two decimals: within 0.005. Left out: other wearables' values (hair, shoes) unless at
//   their default, and driven ones set by hand.
// What was written, read and written again is the same text.
WrittenShape write_shape(ShapeFormat format, const Appearance& appearance, const SliderValues& sliders,
                         const std::string& name);

}  // namespace mannequin::io
