// Finds the long lists of numbers in a document, nearly all of its text, so that the XML parser can do
// without.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/core/parallel.h"

namespace mannequin::io::collada {

// All the text of an element, as offsets in that of the document, without anything that XML forbids or that a
// parser replaces.
struct LongList {
  std::size_t begin, end;
};

// In order. The text may be anything. Each has at least kReadAhead bytes after it.
std::vector<LongList> find_long_lists(const Parallel& threads, std::string_view text);

}  // namespace mannequin::io::collada
