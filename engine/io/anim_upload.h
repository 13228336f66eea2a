// What the viewer makes of a clip when it is uploaded: it decodes the file and packs it anew, and each pass
// may take a count off a number. Source: oracle/anim/README.md 10.
#pragma once

#include "engine/io/anim_file.h"

namespace mannequin::io {

// The file whose bytes would be uploaded: version 1.0, canonical names, keys sorted, constraints reversed.
// Fails (bad_data) on a joint that the avatar does not have, which a clip may name only when it is played.
Result<AnimFile> pack_upload(const Clip& clip);

}  // namespace mannequin::io
