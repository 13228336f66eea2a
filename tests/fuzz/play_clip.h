// What the program does with clips that a reader accepted: plays them, and packs them for upload.
#pragma once

#include "engine/animation/sample.h"
#include "engine/io/anim_upload.h"
#include "engine/math/finite.h"
#include "tests/fuzz/fuzz_target.h"

namespace mannequin::fuzz {

inline void play_clip(ClipDesc desc) {
  const Skeleton& skeleton = character().skeleton;
  const auto clip = Clip::build(std::move(desc), skeleton);
  if (!taken(clip)) return;
  for (const double seconds : {0.0, 0.4, 61.0})
    for (const auto& position : evaluate_clip(*clip, skeleton, seconds).positions)
      require(!position || is_finite(*position));
  const auto packed = io::pack_upload(*clip);
  if (taken(packed)) require(io::read_anim(io::write_anim(*packed), "again").has_value());
}

}  // namespace mannequin::fuzz
