// The field in which one types what a list is searched for.
#pragma once

#include <cstddef>

namespace mannequin::preview {

// Esc empties it and leaves it.
void find_field(const char* id, const char* hint, char* wanted, std::size_t size);

}  // namespace mannequin::preview
