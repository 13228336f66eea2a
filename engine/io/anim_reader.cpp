#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "engine/io/anim_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr std::int32_t kMaxConstraints = 10;

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand");

// Reads fields in order and keeps the first fault; after that, everything reads as 0.
class AnimCursor {
 public:
  AnimCursor(std::span<const std::byte> bytes, const std::string& source) : bytes_(bytes), source_(source) {}

  bool ok() const { return !error_.has_value(); }
  Error error() const { return *error_; }
  std::size_t left() const { return bytes_.size() - at_; }
  std::span<const std::byte> rest() const { return bytes_.subspan(at_); }

  void blame(std::string what, ErrorCode code = ErrorCode::bad_data) {
    if (ok()) error_ = Error{code, fmt::format("{}, byte {}", source_, field_), std::move(what)};
  }

  template <typename T>
  T number(const char* name) {
    T value{};
    field_ = at_;
    if (!ok()) return value;
    if (left() < sizeof(T)) {
      ended(name);
      return value;
    }
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  float finite(const char* name) {
    const auto value = number<float>(name);
    if (ok() && !std::isfinite(value)) blame(fmt::format("the {} is not a finite number; correct it", name));
    return ok() ? value : 0.0f;
  }

  std::string text(const char* name) {
    field_ = at_;
    if (!ok()) return {};
    const std::string_view rest = as_text(bytes_.subspan(at_));
    const std::size_t length = rest.find('\0');
    if (length == std::string_view::npos) {
      ended(name);
      return {};
    }
    at_ += length + 1;
    return std::string(rest.substr(0, length));
  }

  // The number of following records of `size` bytes; a fault if the file cannot contain them.
  std::size_t count(const char* name, std::size_t size) {
    const auto stated = number<std::int32_t>(name);
    if (!ok()) return 0;
    if (stated < 0) {
      blame(fmt::format("the {} is {}; it cannot be below 0", name, stated));
      return 0;
    }
    if (static_cast<std::size_t>(stated) > left() / size) {
      blame(fmt::format("the {} is {}, more than the file can contain; it is truncated or damaged", name,
                        stated),
            ErrorCode::cannot_read);
      return 0;
    }
    return static_cast<std::size_t>(stated);
  }

 private:
  void ended(const char* name) {
    blame(fmt::format("the file ends before the {}; it is truncated: fetch it again", name),
          ErrorCode::cannot_read);
  }

  std::span<const std::byte> bytes_;
  const std::string& source_;
  std::size_t at_ = 0, field_ = 0;
  std::optional<Error> error_;
};

void read_version(AnimCursor& in, AnimFile& file) {
  const auto version = in.number<std::uint16_t>("version");
  const auto sub_version = in.number<std::uint16_t>("sub version");
  file.old_form = version == 0 && sub_version == 1;
  if (in.ok() && !file.old_form && (version != 1 || sub_version != 0))
    in.blame(fmt::format("is version {}.{}, but a .anim has version 1.0 or 0.1; choose a Second Life .anim",
                         version, sub_version),
             ErrorCode::cannot_read);
}

void read_header(AnimCursor& in, AnimFile& file) {
  read_version(in, file);
  file.priority = in.number<std::int32_t>("priority");
  if (in.ok() && file.priority < kClipPriority)
    in.blame(fmt::format("the priority is {}; use -1 to {}", file.priority, kMaxClipPriority));
  file.duration = in.finite("duration");
  if (in.ok() && file.duration > kMaxClipSeconds)
    in.blame(fmt::format("the clip lasts {} seconds, more than the maximum of {}; shorten it", file.duration,
                         kMaxClipSeconds));
  if (in.ok() && file.duration < 0.0f)
    in.blame(fmt::format("the clip lasts {} seconds, which is invalid; correct it", file.duration));
  file.emote = in.text("expression's name");
  file.loop_in = in.finite("start of the loop");
  file.loop_out = in.finite("end of the loop");
  file.loop = in.number<std::int32_t>("loop flag");
  file.ease_in = in.finite("ease-in time");
  file.ease_out = in.finite("ease-out time");
  file.hand_pose = in.number<std::uint32_t>("hand pose");
  if (in.ok() && file.hand_pose > kMaxHandPose)
    in.blame(fmt::format("the hand pose is {}; use 0 to {}", file.hand_pose, kMaxHandPose));
}

std::vector<AnimKey> read_keys(AnimCursor& in, const char* count_name) {
  std::vector<AnimKey> keys(in.count(count_name, 8));
  for (AnimKey& key : keys) {
    key.time = in.number<std::uint16_t>("key");
    for (std::uint16_t& value : key.value) value = in.number<std::uint16_t>("key");
  }
  return keys;
}

// Only positions may be infinite: they are clamped.
std::vector<AnimOldKey> read_old_keys(AnimCursor& in, const char* count_name, bool rotations) {
  std::vector<AnimOldKey> keys(in.count(count_name, 16));
  for (AnimOldKey& key : keys) {
    key.time = in.finite("key's time");
    for (float& value : key.value) {
      value = in.number<float>("key");
      if (in.ok() && (rotations ? !std::isfinite(value) : std::isnan(value)))
        in.blame("the key has a number that is not finite; correct or remove it");
    }
  }
  return keys;
}

AnimTrack read_track(AnimCursor& in, bool old_form) {
  AnimTrack track;
  track.joint = in.text("joint's name");
  if (in.ok() && (track.joint == "mRoot" || track.joint == "mScreen"))
    in.blame(fmt::format("the joint {} cannot be animated; move mPelvis instead", track.joint));
  track.priority = in.number<std::int32_t>("joint's priority");
  if (in.ok() && track.priority < kClipPriority)
    in.blame(fmt::format("the priority of {} is {}; use -1 for the clip's own, else 0 to {}",
                         in_quotes(track.joint), track.priority, kMaxClipPriority));
  if (old_form) {
    track.old_rotations = read_old_keys(in, "number of rotation keys", true);
    track.old_positions = read_old_keys(in, "number of position keys", false);
  } else {
    track.rotations = read_keys(in, "number of rotation keys");
    track.positions = read_keys(in, "number of position keys");
  }
  return track;
}

AnimConstraint read_constraint(AnimCursor& in) {
  AnimConstraint constraint;
  constraint.chain_length = in.number<std::uint8_t>("constraint's chain length");
  constraint.type = in.number<std::uint8_t>("constraint's type");
  if (in.ok() && constraint.type > 1)
    in.blame(fmt::format("the constraint has type {}; use 0 for a point, 1 for a plane", constraint.type));
  constraint.source = in.number<std::array<char, 16>>("constraint's source");
  for (float& value : constraint.vectors[0]) value = in.finite("constraint's source offset");
  constraint.target = in.number<std::array<char, 16>>("constraint's target");
  for (float& value : constraint.vectors[1]) value = in.finite("constraint's target offset");
  for (float& value : constraint.vectors[2]) value = in.finite("constraint's target direction");
  for (float& value : constraint.ease) value = in.finite("constraint's ease time");
  return constraint;
}

void read_constraints(AnimCursor& in, AnimFile& file) {
  file.constraint_count = in.number<std::int32_t>("number of constraints");
  if (!in.ok()) return;
  if (file.constraint_count < 0 || file.constraint_count > kMaxConstraints) {
    file.notes.push_back(
        {Severity::warning, "constraints_ignored", file.source,
         fmt::format("The file declares {} constraints; the viewer ignores all of them and the "
                     "rest of the file. Declare 0 to {}.",
                     file.constraint_count, kMaxConstraints)});
    return;
  }
  for (std::int32_t i = 0; i < file.constraint_count && in.ok(); ++i)
    file.constraints.push_back(read_constraint(in));
}

void remark(AnimFile& file) {
  const auto note = [&](Severity severity, const char* code, std::string what) {
    file.notes.push_back({severity, code, file.source, std::move(what)});
  };
  if (file.priority > kMaxClipPriority)
    note(Severity::warning, "priority_capped",
         fmt::format("The clip's priority {} counts as {}.", file.priority, kMaxClipPriority));
  if (file.duration == 0.0f)
    note(Severity::info, "no_duration", "The clip lasts 0 seconds: all keys of a joint coincide.");
  for (const AnimTrack& track : file.tracks)
    if (track.priority > kMaxClipPriority)
      note(Severity::warning, "joint_priority_high",
           fmt::format("The priority of {} is {}, above the intended maximum of {}; the viewer lets it "
                       "win over all others. Lower it.",
                       in_quotes(track.joint), track.priority, kMaxClipPriority));
  if (!file.trailing.empty())
    note(Severity::info, "trailing_bytes",
         fmt::format("{} bytes after the end are ignored.", file.trailing.size()));
}

}  // namespace

Result<AnimFile> read_anim(std::span<const std::byte> bytes, const std::string& source) {
  AnimFile file;
  file.source = source;
  AnimCursor in(bytes, file.source);
  read_header(in, file);
  const auto track_count = in.number<std::uint32_t>("number of joints");
  if (in.ok() && (track_count == 0 || track_count > kMaxClipTracks))
    in.blame(fmt::format("the number of joints is {}; a clip moves 1 to {}", track_count, kMaxClipTracks));
  for (std::uint32_t i = 0; i < track_count && in.ok(); ++i)
    file.tracks.push_back(read_track(in, file.old_form));
  read_constraints(in, file);
  if (!in.ok()) return error_of(in);
  file.trailing.assign(in.rest().begin(), in.rest().end());
  remark(file);
  return file;
}

}  // namespace mannequin::io
