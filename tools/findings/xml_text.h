// Text for XML 1.0 and HTML, attributes included.
#pragma once

#include <string>

namespace mannequin {

// Control characters, which XML 1.0 does not have, become spaces.
std::string xml_text(const std::string& text);

}  // namespace mannequin
