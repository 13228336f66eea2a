#include "engine/io/anim_upload.h"

#include <fmt/format.h>

#include "engine/io/anim_quantise.h"
#include "engine/io/text_file.h"

namespace mannequin::io {

Result<AnimFile> pack_upload(const Clip& clip) {
  ClipDesc desc = clip.desc();
  for (const ClipTrack& from : clip.tracks()) {
    if (from.joint == kNoJoint)
      return fail(ErrorCode::bad_data, desc.source,
                  fmt::format("moves the joint {}, which the avatar does not have; the uploader rejects "
                              "that: remove or rename it",
                              in_quotes(from.name)));
    ClipTrackDesc track{from.name, from.priority, from.rotations, from.positions};
    // The first of two packings, made to determine the size, already rounds the positions.
    for (PositionKey& key : track.positions)
      for (glm::length_t axis = 0; axis < 3; ++axis)
        key.value[axis] = from_count(to_count(key.value[axis], -kMaxClipPosition, kMaxClipPosition),
                                     -kMaxClipPosition, kMaxClipPosition);
    desc.tracks.push_back(std::move(track));
  }
  for (auto constraint = clip.constraints().rbegin(); constraint != clip.constraints().rend(); ++constraint)
    desc.constraints.push_back(constraint->desc);
  return pack_anim(desc);
}

}  // namespace mannequin::io
