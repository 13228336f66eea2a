// Pictures to be saved: one, or a series around the avatar, along a slider or through an animation, as
// numbered files or as a film; or the test people on one sheet.
#pragma once

#include <filesystem>
#include <string>

#include "tools/document/document.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/scene.h"

namespace mannequin::preview {

struct RecordingPlan {
  enum class Kind { picture, turntable, sweep, clip, people };
  static constexpr int kMostPictures = 9999;
  static constexpr double kFilmPerSecond = 12.0, kClipPerSecond = 25.0, kMostPerSecond = 60.0;

  Kind kind = Kind::picture;
  // A .png; in a series, the third is NAME_0003.png. With the ending of a film, the series is that one file.
  std::filesystem::path path;
  int pictures = 1;                    // 1 to kMostPictures; for a single picture always 1
  int width = 1280, height = 800;      // of each picture
  bool transparent = false;            // only the avatar, without studio and floor
  bool legend = true;                  // with the legend of the colours, if they mean anything
  double per_second = kFilmPerSecond;  // in a film
  int parameter = 0;                   // for a sweep: the slider that goes from 0 to 100 %
};

// Whether all its pictures go into the one file `path`.
bool is_one_file(const RecordingPlan& plan);
bool is_film(const RecordingPlan& plan);
// As many pictures as a clip of this many seconds has at the plan's speed, within what a plan may have.
int pictures_of_clip(const RecordingPlan& plan, double seconds);

// The file of picture `index` of a plan.
std::filesystem::path picture_path(const RecordingPlan& plan, int index);

// A plan being carried out. Moves the camera, tries a slider or goes through the clip, from picture to
// picture, without undo steps; ending it restores the previous state.
class Recording {
 public:
  Recording(RecordingPlan plan, Document& document, Camera& camera);

  const RecordingPlan& plan() const { return plan_; }
  int taken() const { return taken_; }
  bool all_taken() const { return taken_ == plan_.pictures; }
  bool finished() const { return all_taken() && (saved_ || !is_one_file(plan_)); }
  std::filesystem::path next_path() const { return picture_path(plan_, taken_); }

  void place(int index);  // for picture `index`
  void picture_taken() { ++taken_; }
  void file_saved() { saved_ = true; }  // that all pictures went into
  void restore();

 private:
  RecordingPlan plan_;
  Document& document_;
  Camera& camera_;
  Camera camera_before_;
  double clip_time_before_ = 0.0;
  bool played_before_ = false;
  int taken_ = 0;
  bool saved_ = false;
};

}  // namespace mannequin::preview
