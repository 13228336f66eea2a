#include "tools/mannequin/clip_input.h"

#include <fmt/format.h>

#include "engine/animation/position_conflicts.h"
#include "engine/animation/sample.h"
#include "engine/core/quantity.h"
#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "engine/io/text_file.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {

io::Notes clip_notes(const io::ClipFile& file, const Skeleton& skeleton) {
  io::Notes notes = file.notes;
  std::string unknown;
  std::size_t count = 0;
  for (const ClipTrack& track : file.clip.tracks()) {
    if (track.joint != kNoJoint) continue;
    if (++count <= 4) unknown += (count == 1 ? "" : ", ") + io::in_quotes(track.name);
  }
  const std::string& source = file.clip.desc().source;
  if (count > 0)
    notes.push_back(
        {io::Severity::info, "unknown_joints", source,
         fmt::format("{} that the avatar's body does not have: {}{}. They are not played, and the uploader "
                     "rejects them.",
                     quantity(count, "joint", "joints"), unknown, count > 4 ? ", ..." : "")});
  if (!file.clip.constraints().empty())
    notes.push_back({io::Severity::info, "constraints_not_played", source,
                     "the clip's constraints are kept, but not played"});
  if (const auto conflicts = find_position_conflicts(file.clip, skeleton); !conflicts.empty())
    notes.push_back({io::Severity::warning, "position_keys_fight", source,
                     describe_position_conflicts(conflicts, skeleton)});
  return notes;
}

bool names_clip(const std::filesystem::path& path) {
  if (path.empty()) return false;
  const Result<io::Bytes> bytes = read_input(path);
  return bytes && io::clip_format(*bytes, path.filename().string());
}

Result<Pose> load_pose(const std::filesystem::path& path, std::optional<double> seconds,
                       const Skeleton& skeleton) {
  const std::string name = path.filename().string();
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  if (!io::clip_format(*bytes, name)) {
    if (seconds)
      return fail(ErrorCode::bad_argument, "--time",
                  fmt::format("{} is a pose, which has no time; omit --time, or give a .anim or .bvh", name));
    return io::read_pose(io::as_text(*bytes), name, skeleton);
  }
  const auto file = io::read_clip(*bytes, name, skeleton);
  if (!file) return error_of(file);
  report(clip_notes(*file, skeleton));
  return seconds ? evaluate_clip(file->clip, skeleton, *seconds) : sample_clip(file->clip, skeleton, 0.0f);
}

}  // namespace mannequin::program
