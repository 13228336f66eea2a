// Checks rules of XML that our parser does not enforce but the viewer's does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mannequin::io::collada {

struct XmlFault {
  std::size_t offset = 0;  // bytes from the start of the text
  std::string what;        // "the entity '&nbsp;' is not defined"
};

// The first violation of well-formedness in UTF-8 text whose tags are known to match: entities that are not
// defined, '<' or a bare '&' in values, repeated attributes, characters and names that XML forbids, anything
// but comments beside the root. Linear time. Source: XML 1.0, fifth edition, 2 and 3.1.
std::optional<XmlFault> find_xml_fault(std::string_view text);

}  // namespace mannequin::io::collada
