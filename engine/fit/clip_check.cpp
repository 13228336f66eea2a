#include "engine/fit/clip_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "engine/animation/position_conflicts.h"
#include "engine/animation/sample.h"
#include "engine/fit/upload_rules.h"

namespace mannequin {
namespace {

constexpr float kUpdate = 1.0f / 30.0f;  // seconds between two frames that a person can tell apart
constexpr double kSeenDegrees = 2.0, kSeenMetres = 0.002;
constexpr double kTimesFaster = 3.0;   // times the joint's own movement: the eye takes it for a jump
constexpr float kFlash = 0.2f;         // seconds: a shorter clip that does not loop is hardly seen
constexpr double kOffDegrees = 0.5;    // of an attachment point that is not back in place
constexpr double kOffMetres = 0.0005;  // a file's resolution is 0.15 mm

// The difference between two states of a joint.
struct StateDifference {
  double degrees = 0.0, metres = 0.0;
};

double degrees_between(const Quat& a, const Quat& b) {
  const double cosine = std::abs(glm::dot(glm::normalize(a), glm::normalize(b)));
  return 2.0 * std::acos(std::min(cosine, 1.0)) * 180.0 / std::numbers::pi;
}

StateDifference between(const ClipTrack& track, float from, float to) {
  StateDifference apart;
  if (!track.rotations.empty())
    apart.degrees =
        degrees_between(sample_rotation(track.rotations, from), sample_rotation(track.rotations, to));
  if (!track.positions.empty())
    apart.metres =
        glm::distance(sample_position(track.positions, from), sample_position(track.positions, to));
  return apart;
}

// The largest movement of a joint between two frames of its loop.
StateDifference fastest(const ClipTrack& track, float begin, float end) {
  StateDifference most;
  for (float at = begin; at < end; at += kUpdate) {
    const StateDifference step = between(track, at, std::min(at + kUpdate, end));
    most.degrees = std::max(most.degrees, step.degrees);
    most.metres = std::max(most.metres, step.metres);
  }
  return most;
}

std::string distance_text(const StateDifference& apart) {
  if (apart.metres * 1000.0 < 0.05) return fmt::format("{:.1f} degrees", apart.degrees);
  if (apart.degrees < 0.05) return fmt::format("{:.1f} mm", apart.metres * 1000.0);
  return fmt::format("{:.1f} degrees and {:.1f} mm", apart.degrees, apart.metres * 1000.0);
}

class ClipChecker {
 public:
  ClipChecker(const Clip& clip, const Skeleton& skeleton) : clip_(clip), skeleton_(skeleton) {}

  Findings run(std::optional<std::size_t> uploaded_bytes) {
    check_joints();
    check_size(uploaded_bytes);
    check_fights();
    check_attachment_points();
    check_times();
    if (clip_.loops()) check_loop();
    std::ranges::stable_sort(findings_, std::ranges::greater(), &Finding::severity);
    return std::move(findings_);
  }

 private:
  void add(Severity severity, const char* code, std::string joint, std::string message, std::string remedy) {
    findings_.push_back(
        {severity, code, "", std::move(joint), std::nullopt, std::move(message), std::move(remedy)});
  }

  void check_joints() {
    std::vector<std::string> unknown, again, high;
    for (const ClipTrack& track : clip_.tracks()) {
      if (track.joint == kNoJoint)
        unknown.push_back(track.name);
      else if (!track.played)
        again.push_back(track.name);
      if (track.priority > kMaxClipPriority) high.push_back(track.name);
    }
    if (!unknown.empty())
      add(Severity::error, "clip_unknown_joint", unknown.front(),
          fmt::format("moves {} that the avatar does not have; the uploader refuses the whole file",
                      upload::some_names(unknown)),
          "rename them to joints of the avatar, or take them out: mannequin convert IN OUT.anim --without "
          "unknown");
    if (!again.empty())
      add(Severity::warning, "clip_joint_twice", again.front(),
          fmt::format("lists {} more than once; only the first one is played", upload::some_names(again)),
          "mannequin convert IN OUT.anim --without repeated keeps what is played");
    if (!high.empty())
      add(Severity::warning, "clip_priority", high.front(),
          fmt::format("gives {} a priority above {}, which no other animation can win against; viewers may "
                      "cease to accept that",
                      upload::some_names(high), kMaxClipPriority),
          fmt::format("mannequin convert IN OUT.anim --priority {}", kMaxClipPriority));
  }

  void check_size(std::optional<std::size_t> bytes) {
    if (bytes && *bytes > kMaxUploadedClipBytes)
      add(Severity::error, "clip_too_large", "",
          fmt::format("would be uploaded as {} bytes; an animation may have {}", *bytes,
                      kMaxUploadedClipBytes),
          "sample it less often, leave out joints that do not move, or shorten it");
  }

  void check_fights() {
    const std::vector<PositionConflict> conflicts = find_position_conflicts(clip_, skeleton_);
    std::vector<std::string> names;
    names.reserve(conflicts.size());
    for (const PositionConflict& fight : conflicts) names.push_back(skeleton_[fight.joint].name);
    if (names.empty()) return;
    const bool face = conflicts.front().face;
    const auto worst = std::ranges::max_element(conflicts, {}, &PositionConflict::distance);
    add(Severity::warning, "clip_position_keys", names.front(),
        fmt::format(
            "position keys of {} override sliders and worn meshes while it plays, by up to {:.1f} mm{}; "
            "afterwards the joints stay there until the skeleton is reset",
            upload::some_names(names), worst->distance * 1000.0,
            face ? ", so that every avatar gets the face that it was made for" : ""),
        "keep rotations only: mannequin convert IN OUT.anim --positions pelvis; unless it is for one body");
  }

  // Nothing else ever resets them.
  void check_attachment_points() {
    std::vector<std::string> names;
    StateDifference worst;
    for (const ClipTrack& track : clip_.tracks()) {
      if (!track.played || skeleton_[track.joint].kind != JointKind::attachment_point) continue;
      const Joint& joint = skeleton_[track.joint];
      StateDifference off;
      // A loop may be stopped anywhere.
      const std::size_t first_rotation =
          clip_.loops() || track.rotations.empty() ? 0 : track.rotations.size() - 1;
      for (std::size_t i = first_rotation; i < track.rotations.size(); ++i)
        off.degrees =
            std::max(off.degrees, degrees_between(Quat(track.rotations[i].value), joint.rest_rotation));
      const std::size_t first_position =
          clip_.loops() || track.positions.empty() ? 0 : track.positions.size() - 1;
      for (std::size_t i = first_position; i < track.positions.size(); ++i)
        off.metres = std::max(off.metres, glm::distance(Vec3(track.positions[i].value), joint.rest_position));
      if (off.degrees < kOffDegrees && off.metres < kOffMetres) continue;
      names.push_back(joint.name);
      worst.degrees = std::max(worst.degrees, off.degrees);
      worst.metres = std::max(worst.metres, off.metres);
    }
    if (names.empty()) return;
    add(Severity::warning, "clip_attachment_points", names.front(),
        fmt::format(
            "leaves attachment points displaced ({}, by up to {}): attachments there stay displaced after "
            "the clip has ended, since no other animation moves them back",
            upload::some_names(names), distance_text(worst)),
        "end it with keys at their own places, or take them out: mannequin convert IN OUT.anim --without "
        "attachments");
  }

  void check_times() {
    const ClipDesc& desc = clip_.desc();
    if (!(desc.duration > 0.0f))
      return add(Severity::error, "clip_duration", "",
                 fmt::format("has a duration of {} s, so all its keys are one", desc.duration),
                 "write the time per frame, 0.0333 for 30 frames per second");
    if (!desc.loop && desc.duration < kFlash)
      add(Severity::warning, "clip_flash", "",
          fmt::format("is a pose: it lasts {:.3f} s and does not loop, so it is gone before it is seen",
                      desc.duration),
          "mannequin convert IN OUT.anim --loop true, or tick Loop in the upload window");
    const bool before = desc.loop_in < 0.0f && !(desc.loop_out > desc.duration);
    if (desc.loop && (before || desc.loop_in > desc.loop_out || desc.loop_out > desc.duration))
      add(Severity::warning, "clip_loop_points", "",
          fmt::format("loops from {:.3f} to {:.3f} s of {:.3f} s: the clip {}", desc.loop_in, desc.loop_out,
                      desc.duration,
                      before ? "stands still there until its first moment"
                             : "runs past its end there and stops by itself"),
          "mannequin convert IN OUT.anim --loop-in 0% --loop-out 100%");
  }

  // The viewer does not blend the end of a loop into its start.
  void check_loop() {
    const ClipDesc& desc = clip_.desc();
    if (!(desc.loop_out > desc.loop_in) || desc.loop_out > desc.duration) return;
    std::vector<std::string> names;
    StateDifference worst;
    for (const ClipTrack& track : clip_.tracks()) {
      if (!track.played) continue;
      const StateDifference jump = between(track, desc.loop_out, desc.loop_in);
      const bool turns = jump.degrees > kSeenDegrees, moves = jump.metres > kSeenMetres;
      if (!turns && !moves) continue;
      const StateDifference own = fastest(track, desc.loop_in, desc.loop_out);
      if (!(turns && jump.degrees > kTimesFaster * own.degrees) &&
          !(moves && jump.metres > kTimesFaster * own.metres))
        continue;
      names.push_back(skeleton_[track.joint].name);
      worst.degrees = std::max(worst.degrees, jump.degrees);
      worst.metres = std::max(worst.metres, jump.metres);
    }
    if (names.empty()) return;
    add(Severity::warning, "clip_loop_jump", names.front(),
        fmt::format("jumps where the loop starts again: {} by up to {} between {:.3f} and {:.3f} s",
                    upload::some_names(names), distance_text(worst), desc.loop_out, desc.loop_in),
        "make the last frame of the loop the same as its first, or choose other moments with mannequin "
        "convert "
        "--loop-in and --loop-out; --loop false plays it once");
  }

  const Clip& clip_;
  const Skeleton& skeleton_;
  Findings findings_;
};

}  // namespace

Findings check_clip(const Clip& clip, const Skeleton& skeleton, std::optional<std::size_t> uploaded_bytes) {
  return ClipChecker(clip, skeleton).run(uploaded_bytes);
}

}  // namespace mannequin
