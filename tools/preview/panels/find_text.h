// Finding by a part of a name.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace mannequin::preview {

// Capitals or not; an empty text is in all.
inline bool contains_text(const std::string& text, const std::string& wanted) {
  return std::ranges::search(
             text, wanted,
             [](unsigned char a, unsigned char b) {
               return std::tolower(a) == std::tolower(b);
             }).begin() != text.end() ||
         wanted.empty();
}

}  // namespace mannequin::preview
