// What a COLLADA file may have. The reader refuses more, and the writer makes no file that it would refuse.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/io/count_of.h"

namespace mannequin::io::collada {

// An element takes about 64 bytes of tree for as few as four of text. Real models stay far below.
inline constexpr std::size_t kMaxMarks = 4'000'000;
inline constexpr std::size_t kMaxSkinJoints = 200'000;  // of all skins together

// At least as many as there are elements, attributes and texts.
inline std::size_t count_marks(std::string_view text) { return count_of(text, '<') + count_of(text, '='); }

}  // namespace mannequin::io::collada
