// Numbers as text, the shortest that reads back as the same float32.
#pragma once

#include <string>

namespace mannequin::io {

// Appends "0.1", "-3", "1e-05"; the locale does not matter. Infinities and NaN, which no format of ours has,
// as 0.
void append_float(std::string& text, float value);

}  // namespace mannequin::io
