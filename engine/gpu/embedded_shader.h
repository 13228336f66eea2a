// The shaders compiled into the program: include-free GLSL source by file name, "skin.comp".
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace mannequin {

// Empty for an unknown name. The bytes are valid for the lifetime of the program.
std::span<const std::byte> embedded_shader(std::string_view file_name);

}  // namespace mannequin
