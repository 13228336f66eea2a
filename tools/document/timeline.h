// The clip being played: its position, and how it continues.
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
  // Replaces the current clip, and plays from the beginning, unless the clip is a static pose.
  void open(io::ClipFile file, const Skeleton& skeleton);
  // The same clip, saved again: keeps time, loop, speed and whether it plays.
  void replace(io::ClipFile file, const Skeleton& skeleton);
  void close();

  bool has_clip() const { return clip_.has_value(); }
  const std::string& name() const { return clip_->desc().source; }
  double duration() const { return static_cast<double>(clip_->duration()); }
  // Which position keys fight sliders and worn meshes, in a few words and in full; empty if none.
  const std::string& conflicts() const { return conflicts_; }
  const std::string& conflicts_in_full() const { return conflicts_in_full_; }
  // The clip's findings, as from `mannequin check`; empty without a clip.
  const Findings& findings() const { return findings_; }
  // Increases whenever a clip is opened or closed.
  std::uint64_t revision() const { return revision_; }

  // Seconds of the clip, 0 to its duration.
  double time() const { return time_; }
  void scrub(double time);  // also stops playing
  // Goes to where the clip is this many seconds after its start, as the viewer plays it; to its beginning if
  // playback never gets there.
  void seek(double seconds);

  bool playing() const { return playing_; }
  void play(bool on);
  void toggle() { play(!playing_); }
  // Between the clip's own loop points if it has any, else from end to beginning.
  bool loop = true;
  double speed = 1.0;

  // Advances by this many seconds of real time.
  void advance(double seconds);
  // The current pose, if it may have changed since the last call.
  std::optional<Pose> take_pose(const Skeleton& skeleton);
  // Makes the next take_pose return the pose again.
  void refresh() { moved_ = true; }

 private:
  std::optional<Clip> clip_;
  std::string conflicts_, conflicts_in_full_;
  Findings findings_;
  std::uint64_t revision_ = 0;
  double time_ = 0.0;
  bool playing_ = false, moved_ = false;
  bool still_ = false;  // the same pose throughout
};

}  // namespace mannequin::document
