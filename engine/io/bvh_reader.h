// Reads .bvh as the viewer's upload window does: inches, y up, the first frame as reference.
#pragma once

#include <string>
#include <string_view>

#include "engine/animation/clip.h"
#include "engine/io/note.h"

namespace mannequin::io {

// A motion as in the upload window.
struct BvhClip {
  ClipDesc desc;  // with the window's defaults: priority 2, no loop, 0.3 s of easing, hand pose 1
  Notes notes;
};

// Rejects what the window rejects, and numbers and distances that are not finite. Errors name the line and
// end with the uploader's code: "[E_ST_BAD_ROOT]", "[anim_too_long]",
// "[failed_to_initialize]". Source: oracle/anim/README.md 11-15.
Result<BvhClip> read_bvh(std::string_view text, const std::string& source, const Skeleton& skeleton);

}  // namespace mannequin::io
