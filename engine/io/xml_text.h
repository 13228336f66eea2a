// Text inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace mannequin::io {

// For an attribute or between tags: escapes markup, and replaces invalid UTF-8; control characters, which XML
// 1.0 does not allow, become spaces.
std::string xml_text(std::string_view text);

}  // namespace mannequin::io
