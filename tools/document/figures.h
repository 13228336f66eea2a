// Numbers as the window writes them.
#pragma once

#include <cstddef>
#include <string>

namespace mannequin::document {

// With narrow spaces between thousands: "9 233".
std::string grouped(std::size_t number);

}  // namespace mannequin::document
