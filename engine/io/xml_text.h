// Text inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace mannequin::io {

// For an attribute or between tags: markup is escaped, invalid UTF-8 replaced; control characters, which
// XML 1.0 does not have, become spaces.
std::string xml_text(std::string_view text);

}  // namespace mannequin::io
