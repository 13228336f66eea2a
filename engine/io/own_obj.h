// How to recognise an .obj file that we wrote.
#pragma once

#include <string_view>

namespace mannequin::io {

// Its first line.
inline constexpr std::string_view kOwnObjLine = "# mannequin; metres, X forward, Y left, Z up";

}  // namespace mannequin::io
