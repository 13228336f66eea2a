// The files of assets/ as compiled into the program.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace mannequin {

// Empty for a name that is not there. The bytes live as long as the program.
std::span<const std::byte> embedded_asset(std::string_view file_name);

}  // namespace mannequin
