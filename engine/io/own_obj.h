// How .obj files that we write are told from others.
#pragma once

#include <string_view>

namespace mannequin::io {

// Their first line.
inline constexpr std::string_view kOwnObjLine = "# mannequin; metres, X forward, Y left, Z up";

}  // namespace mannequin::io
