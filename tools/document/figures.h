// Formats numbers for the window.
#pragma once

#include <cstddef>
#include <string>

namespace mannequin::document {

// With narrow spaces between thousands: "9 233".
std::string grouped(std::size_t number);

// "1 vertex", "9 233 vertices".
std::string counted(std::size_t count, const char* one, const char* many);

// For a slider, without the sign: "40", or "33.3" between the whole steps of the viewer's editor.
std::string percent_text(double percent);

}  // namespace mannequin::document
