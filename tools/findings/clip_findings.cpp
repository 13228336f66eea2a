#include "tools/findings/clip_findings.h"

#include <algorithm>

#include "engine/fit/clip_check.h"
#include "engine/io/anim_upload.h"
#include "engine/wear/file_findings.h"

namespace mannequin {

Findings clip_findings(const io::ClipFile& file, const Skeleton& skeleton) {
  const auto packed = io::pack_upload(file.clip);
  Findings findings =
      check_clip(file.clip, skeleton, packed ? std::optional(io::write_anim(*packed).size()) : std::nullopt);
  add_notes(file.notes, findings);
  return findings;
}

}  // namespace mannequin
