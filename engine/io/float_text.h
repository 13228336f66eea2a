// Numbers as text: the shortest form that round-trips as float32.
#pragma once

#include <string>

namespace mannequin::io {

// Appends "0.1", "-3", "1e-05", independent of the locale. Infinities and NaN, which none of our formats
// supports, become 0.
void append_float(std::string& text, float value);

}  // namespace mannequin::io
