// The viewer's conversion of a clip at upload: it decodes the file and repacks it, and each pass
// may lose one count of a number. Source: oracle/anim/README.md 10.
#pragma once

#include "engine/io/anim_file.h"

namespace mannequin::io {

// The file whose bytes would be uploaded: version 1.0, canonical names, keys sorted, constraints reversed.
// Fails (bad_data) on a joint that the avatar does not have, which is allowed only for playing.
Result<AnimFile> pack_upload(const Clip& clip);

}  // namespace mannequin::io
