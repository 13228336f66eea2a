// Fonts that are on the machine.
#pragma once

#include <filesystem>
#include <vector>

namespace mannequin::preview {

// Files where a font for the interface may be, the best first.
std::vector<std::filesystem::path> text_fonts();

// The same for fonts with many alphabets.
std::vector<std::filesystem::path> rare_fonts();

}  // namespace mannequin::preview
