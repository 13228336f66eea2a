// Finds the long lists of numbers in a document, nearly all of its text, so that the XML parser can do
// without.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/core/parallel.h"

namespace mannequin::io::collada {

// All the text of an element, as offsets in that of the document. It has only characters of numbers, and
// blanks.
struct LongList {
  std::size_t begin, end;
};

// In the order of the text, which may be anything. Each has kReadAhead bytes after it.
std::vector<LongList> find_long_lists(const Parallel& threads, std::string_view text);

}  // namespace mannequin::io::collada
