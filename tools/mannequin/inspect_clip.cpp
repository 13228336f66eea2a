#include "tools/mannequin/inspect_clip.h"

#include <fmt/format.h>

#include "engine/animation/position_conflicts.h"
#include "engine/io/text_file.h"
#include "tools/mannequin/clip_input.h"
#include "tools/mannequin/clip_json.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

std::string version_of(const io::ClipFile& file, const io::Bytes& bytes) {
  if (file.format == io::ClipFormat::bvh) return "bvh";
  return !bytes.empty() && bytes[0] == std::byte{0} ? "0.1" : "1.0";
}

std::string priority_text(const Clip& clip, const ClipTrack& track) {
  return track.priority == kClipPriority ? fmt::format("({})", clip.priority(track))
                                         : fmt::format("{}", track.priority);
}

void print_clip(const io::ClipFile& file, const std::string& version, const Skeleton& skeleton) {
  const Clip& clip = file.clip;
  const ClipDesc& desc = clip.desc();
  say("{}: {} {}, {:.3f} s, priority {}, {}, ease in {:.3f} s, out {:.3f} s, hand pose {}{}\n", desc.source,
      file.format == io::ClipFormat::bvh ? "clip" : ".anim", version, desc.duration, desc.priority,
      desc.loop ? fmt::format("loops from {:.3f} to {:.3f} s", desc.loop_in, desc.loop_out)
                : std::string("plays once"),
      desc.ease_in, desc.ease_out, desc.hand_pose,
      desc.emote.empty() ? "" : ", expression " + io::in_quotes(desc.emote));
  say("  {:<24} {:>8} {:>9} {:>9}\n", "joint", "priority", "rotations", "positions");
  for (const ClipTrack& track : clip.tracks())
    say("  {:<24} {:>8} {:>9} {:>9}{}\n", track.name.substr(0, 24), priority_text(clip, track),
        track.rotations.size(), track.positions.size(),
        track.played              ? ""
        : track.joint == kNoJoint ? "  no such joint"
                                  : "  not played: listed before");
  for (const ClipConstraint& constraint : clip.constraints())
    say("  constraint: {} at {}, moves {} joint{} above, target {}\n", constraint.desc.source_volume,
        constraint.desc.plane ? "a plane" : "a point", constraint.desc.chain_length,
        constraint.desc.chain_length == 1 ? "" : "s", constraint.desc.target_volume);
  for (const PositionConflict& fight : find_position_conflicts(clip, skeleton))
    say("  position keys of {} are up to {:.1f} mm from its rest position{}\n", skeleton[fight.joint].name,
        fight.distance * 1000.0, fight.face ? "; the face's sliders move this joint" : "");
}

}  // namespace

Result<int> inspect_clip(const io::Bytes& bytes, const std::string& name, const Skeleton& skeleton,
                         bool json) {
  const auto file = io::read_clip(bytes, name, skeleton);
  if (!file) return error_of(file);
  const io::Notes notes = clip_notes(*file, skeleton);
  const std::string version = version_of(*file, bytes);
  if (json) {
    nlohmann::ordered_json out = clip_json(file->clip, skeleton, false);
    out["version"] = version;
    out["notes"] = notes_json(notes);
    put_json(out);
  } else {
    print_clip(*file, version, skeleton);
    report(notes, true);
  }
  return kDone;
}

}  // namespace mannequin::program
