// All findings about a clip: the rules of engine/fit/clip_check, and its reader's notes.
#pragma once

#include "engine/fit/finding.h"
#include "engine/io/clip_file.h"

namespace mannequin {

// Worst first. Packs the clip as the uploader does, to know its size.
Findings clip_findings(const io::ClipFile& file, const Skeleton& skeleton);

}  // namespace mannequin
