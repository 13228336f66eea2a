#include "engine/io/bvh_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/io/bvh_keys.h"
#include "engine/io/text_file.h"
#include "engine/math/finite.h"

namespace mannequin::io {
namespace {

constexpr float kMetresPerInch = 0.02540005f;
constexpr int kPriority = 2;
constexpr float kEase = 0.3f;
constexpr unsigned kHandPose = 1;  // relaxed

// How a joint of the file is interpreted.
struct BvhTarget {
  std::string joint;   // the avatar's name for it
  bool known = false;  // listed among the avatar's names: rotated into its axes. Others are left as they are
  bool pelvis = false;
};

// The uploader's list contains bones by all their names, and attachment points with names of several words;
// any other name is used unchanged.
BvhTarget target_of(const BvhJoint& joint, const Skeleton& skeleton) {
  const JointIndex found = skeleton.find(joint.name);
  if (found == kNoJoint) return {joint.name, false, false};
  const Joint& target = skeleton[found];
  const bool listed = target.kind == JointKind::bone ||
                      (target.kind == JointKind::attachment_point && target.name != joint.name);
  return {target.name, listed, listed && target.name == "mPelvis"};
}

BvhRotation inverse(const BvhRotation& q) { return {-q.x, -q.y, -q.z, q.w}; }

class BvhConverter {
 public:
  explicit BvhConverter(const BvhDocument& document) : document_(document) {}

  ClipTrackDesc track(std::size_t joint, const BvhTarget& target, const BvhKeys& keys) const {
    ClipTrackDesc track;
    track.joint = target.joint;
    track.priority = target.known ? kPriority : 0;
    const BvhJoint& from = document_.joints[joint];
    const BvhRotation first = target.pelvis ? bvh_rotation(from, document_.value(0, joint)) : BvhRotation{};
    for (const std::size_t frame : keys.rotations)
      track.rotations.push_back({time_of(frame), rotation(joint, frame, target, first)});
    // Only exactly three channels mean "no positions". Any other count, and unlisted joints with three, use
    // the values read; joints without any get all 0: at their parent.
    if (target.known && from.channels == 3) return track;
    for (const std::size_t frame : keys.positions)
      track.positions.push_back({time_of(frame), position(joint, frame, target, first)});
    return track;
  }

 private:
  // The reference frame has no duration.
  float time_of(std::size_t frame) const {
    return std::max(static_cast<float>(frame) - 1.0f, 0.0f) * document_.frame_time;
  }

  glm::quat rotation(std::size_t joint, std::size_t frame, const BvhTarget& target,
                     const BvhRotation& first) const {
    const BvhRotation own = bvh_rotation(document_.joints[joint], document_.value(frame, joint));
    const BvhRotation q = target.pelvis ? turned(own, inverse(first)) : own;
    return target.known ? glm::quat(q.w, q.z, q.x, q.y) : glm::quat(q.w, q.x, q.y, q.z);
  }

  Vec3f position(std::size_t joint, std::size_t frame, const BvhTarget& target,
                 const BvhRotation& first) const {
    const auto& p = document_.value(frame, joint).position;
    Vec3f moved(p[0], p[1], p[2]);
    if (target.pelvis) {
      const auto& reference = document_.value(0, joint).position;
      moved -= Vec3f(reference[0], reference[1], reference[2]);
      const BvhRotation back = inverse(first);
      const BvhRotation v = turned(turned(first, {moved.x, moved.y, moved.z, 0.0f}), back);
      moved = Vec3f(v.x, v.y, v.z);
    }
    if (target.known) moved = Vec3f(moved.z, moved.x, moved.y);
    return glm::clamp(moved * kMetresPerInch, -kMaxClipPosition, kMaxClipPosition);
  }

  const BvhDocument& document_;
};

ClipDesc make_header(const BvhDocument& document, const std::string& source) {
  ClipDesc desc;
  desc.source = source;
  desc.priority = kPriority;
  desc.duration = bvh_duration(document.frame_count, document.frame_time);
  desc.loop_out = desc.duration;
  desc.ease_in = desc.ease_out = kEase;
  desc.hand_pose = kHandPose;
  if (desc.ease_in + desc.ease_out > desc.duration && desc.duration != 0.0f) {
    const float share = desc.duration / (desc.ease_in + desc.ease_out);
    desc.ease_in *= share;
    desc.ease_out *= share;
  }
  return desc;
}

Status check_root(const BvhDocument& document, const std::string& source, const Skeleton& skeleton) {
  if (document.joints.empty())
    return fail(ErrorCode::bad_data, source,
                "contains no joints; add a ROOT named hip [failed_to_initialize]");
  const BvhJoint& root = document.joints.front();
  if (target_of(root, skeleton).pelvis) return {};
  return fail(ErrorCode::bad_data, fmt::format("{}:{}", source, root.line),
              fmt::format("the root is named {}; it must be hip or mPelvis, and the skeleton below it the "
                          "avatar's [E_ST_BAD_ROOT]",
                          in_quotes(root.name)));
}

void remark(const BvhTarget& target, const BvhJoint& joint, const std::string& source, Notes& notes) {
  const std::string where = fmt::format("{}:{}", source, joint.line);
  if (!target.known)
    notes.push_back(
        {Severity::warning, "joint_taken_as_it_is", where,
         fmt::format("{} is not on the uploader's list of names: its axes are not converted, it gets "
                     "priority 0, and position keys that put it at its parent. Use a bone's name.",
                     in_quotes(joint.name))});
  else if (joint.channels != 3 && joint.channels != 6)
    notes.push_back(
        {Severity::warning, "odd_channels", where,
         fmt::format("{} declares {} channels; the uploader then reads three rotations, and puts the joint "
                     "at its parent. Declare 3 or 6.",
                     in_quotes(joint.name), joint.channels)});
  else if (joint.channels == 6 && !target.pelvis)
    notes.push_back(
        {Severity::warning, "absolute_positions", where,
         fmt::format("{} has position channels, which are taken as its position in inches from its "
                     "parent, not as a movement. Omit them unless that is intended.",
                     in_quotes(joint.name))});
}

}  // namespace

Result<BvhClip> read_bvh(std::string_view text, const std::string& source, const Skeleton& skeleton) {
  auto document = read_bvh_document(text, source);
  if (!document) return error_of(document);
  if (auto status = check_root(*document, source, skeleton); !status) return error_of(status);
  BvhClip clip;
  clip.desc = make_header(*document, source);
  const BvhConverter converter(*document);
  for (std::size_t j = 0; j < document->joints.size(); ++j) {
    const BvhJoint& joint = document->joints[j];
    const BvhKeys keys = choose_bvh_keys(*document, j);
    if (!keys.moves) continue;
    const BvhTarget target = target_of(joint, skeleton);
    if (skeleton.find(target.joint) == kNoJoint) {
      const std::string nearest = skeleton.nearest_name(joint.name);
      return fail(ErrorCode::bad_data, fmt::format("{}:{}", source, joint.line),
                  fmt::format("the joint {} moves, but the avatar has no joint of that name; {} "
                              "[failed_to_initialize]",
                              in_quotes(joint.name),
                              nearest.empty() ? "rename it or leave it out"
                                              : fmt::format("did you mean '{}'?", nearest)));
    }
    clip.desc.tracks.push_back(converter.track(j, target, keys));
    // The distance from the reference frame may exceed float32.
    for (const PositionKey& key : clip.desc.tracks.back().positions)
      if (!is_finite(key.value))
        return fail(ErrorCode::bad_data, fmt::format("{}:{}", source, joint.line),
                    fmt::format("the positions of the joint {} overflow; correct them "
                                "[failed_to_initialize]",
                                in_quotes(joint.name)));
    remark(target, joint, source, clip.notes);
  }
  if (clip.desc.tracks.empty())
    return fail(
        ErrorCode::bad_data, source,
        "no joint moves relative to the first frame, which is only the reference; animate at least one "
        "[failed_to_initialize]");
  if (document->frame_time < 0.0f)
    return fail(ErrorCode::bad_data, source,
                "the frame time is negative; write the seconds per frame [failed_to_initialize]");
  return clip;
}

}  // namespace mannequin::io
