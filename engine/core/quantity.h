// A number with its noun, in the singular or the plural.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mannequin {

// "1 vertex has", "9233 vertices have".
inline std::string quantity(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(1, ' ').append(count == 1 ? one : many);
}

}  // namespace mannequin
