// The clip that plays in the window: where it is, and how it goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/fit/finding.h"
#include "engine/io/clip_file.h"
#include "engine/skeleton/pose.h"

namespace mannequin::document {

class Timeline {
 public:
  // Takes the place of the clip before, and plays from its beginning, unless it is a pose that stands still.
  void open(io::ClipFile file, const Skeleton& skeleton);
  // The same clip, saved again: time, loop, speed and whether it plays stay.
  void replace(io::ClipFile file, const Skeleton& skeleton);
  void close();

  bool has_clip() const { return clip_.has_value(); }
  const std::string& name() const { return clip_->desc().source; }
  double duration() const { return static_cast<double>(clip_->duration()); }
  // Which position keys fight sliders and worn meshes, in a few words and in full; empty if none.
  const std::string& fights() const { return fights_; }
  const std::string& fights_in_full() const { return fights_in_full_; }
  // What `mannequin check` says of the clip; empty without one.
  const Findings& findings() const { return findings_; }
  // Grows with every clip that is opened or closed.
  std::uint64_t revision() const { return revision_; }

  // Seconds of the clip, 0 to its duration.
  double time() const { return time_; }
  void scrub(double time);  // also stops playing
  // Where the clip is so many seconds after its start, as the viewer plays it; at its beginning if no clock
  // gets there.
  void seek(double seconds);

  bool playing() const { return playing_; }
  void play(bool on);
  void toggle() { play(!playing_); }
  // Between the clip's own loop points where it has some, else from end to beginning.
  bool loop = true;
  double speed = 1.0;

  // Moves on by so many seconds of the clock.
  void advance(double seconds);
  // The pose now, if it may be another than at the last call.
  std::optional<Pose> take_pose(const Skeleton& skeleton);
  // Makes the next take_pose give the pose again.
  void refresh() { moved_ = true; }

 private:
  std::optional<Clip> clip_;
  std::string fights_, fights_in_full_;
  Findings findings_;
  std::uint64_t revision_ = 0;
  double time_ = 0.0;
  bool playing_ = false, moved_ = false;
  bool still_ = false;  // one pose from beginning to end
};

}  // namespace mannequin::document
