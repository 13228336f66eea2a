// The shaders as compiled into the program: include-free GLSL text by file name, "skin.comp".
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace mannequin {

// Empty for a name that is not there. The bytes live as long as the program.
std::span<const std::byte> embedded_shader(std::string_view file_name);

}  // namespace mannequin
