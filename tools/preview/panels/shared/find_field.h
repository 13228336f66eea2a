// The field in which one types what a list is searched for.
#pragma once

#include <cstddef>

namespace mannequin::preview {

// How the field was left: by Enter, or by Esc while nothing was in it.
enum class FindKey { none, enter, leave };

// Esc empties it and leaves it. A hint that has no room is a single word.
FindKey find_field(const char* id, const char* hint, char* wanted, std::size_t size);

}  // namespace mannequin::preview
