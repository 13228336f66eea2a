#include "engine/io/anim_tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

Status check_any_left(const AnimFile& file, const char* option) {
  if (!file.tracks.empty()) return {};
  return fail(ErrorCode::bad_argument, fmt::format("{} of {}", option, file.source),
              "leaves no joint that moves; keep at least one");
}

// Whether one of the words for several joints covers a track.
bool is_among(const std::string& word, JointIndex joint, const Skeleton& skeleton) {
  if (joint == kNoJoint) return word == "unknown";
  return (word == "attachments" && skeleton[joint].kind == JointKind::attachment_point) ||
         (word == "volumes" && skeleton[joint].kind == JointKind::collision_volume);
}

constexpr std::array<std::string_view, 4> kSeveral = {"attachments", "volumes", "unknown", "repeated"};

}  // namespace

Status keep_positions(AnimFile& file, KeptPositions kept, const Skeleton& skeleton) {
  if (kept == KeptPositions::all) return {};
  const JointIndex pelvis = skeleton.find("mPelvis");
  for (AnimTrack& track : file.tracks) {
    if (kept == KeptPositions::pelvis && pelvis != kNoJoint && skeleton.find(track.joint) == pelvis) continue;
    track.positions.clear();
    track.old_positions.clear();
  }
  std::erase_if(file.tracks, [](const AnimTrack& track) {
    return track.rotations.empty() && track.positions.empty() && track.old_rotations.empty() &&
           track.old_positions.empty();
  });
  return check_any_left(file, "--positions");
}

Status remove_tracks(AnimFile& file, std::span<const std::string> names, const Skeleton& skeleton) {
  for (const std::string& name : names) {
    const bool several = std::ranges::find(kSeveral, name) != kSeveral.end();
    const JointIndex named = skeleton.find(name);
    std::set<std::string> seen;
    const std::size_t before = file.tracks.size();
    std::erase_if(file.tracks, [&](const AnimTrack& track) {
      const JointIndex joint = skeleton.find(track.joint);
      if (name == "repeated")
        return !seen.insert(joint == kNoJoint ? track.joint : skeleton[joint].name).second;
      if (several) return is_among(name, joint, skeleton);
      return track.joint == name || (named != kNoJoint && joint == named);
    });
    if (!several && file.tracks.size() == before)
      return fail(
          ErrorCode::bad_argument, fmt::format("--without {}", in_quotes(name)),
          fmt::format("is not a joint that {} moves; name one, or attachments, volumes, unknown, repeated",
                      file.source));
  }
  return check_any_left(file, "--without");
}

}  // namespace mannequin::io
