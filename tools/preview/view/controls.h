// Which program's conventions pointer and keys follow.
#pragma once

namespace mannequin::preview {

enum class Controls { second_life, blender };

}  // namespace mannequin::preview
