// The files of assets/ compiled into the program.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace mannequin {

// Empty for an unknown name. The bytes are valid for the lifetime of the program.
std::span<const std::byte> embedded_asset(std::string_view file_name);

}  // namespace mannequin
