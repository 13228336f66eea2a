// Names of files as text.
#pragma once

#include <filesystem>
#include <string_view>

namespace mannequin {

// Text in files, arguments and the C interface is UTF-8. Where paths are UTF-16, the C++ library reads bytes
// by the program's locale, which is nobody's choice: whatever text becomes a path goes through here. What is
// not UTF-8 names a file that is not there.
#ifdef _WIN32
std::filesystem::path path_of_utf8(std::string_view text);
#else
inline std::filesystem::path path_of_utf8(std::string_view text) { return text; }
#endif

}  // namespace mannequin
