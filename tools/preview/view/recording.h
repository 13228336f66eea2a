// Pictures in a row: once around the avatar, or one slider from end to end.
#pragma once

#include <filesystem>
#include <string>

#include "tools/document/document.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/scene.h"

namespace mannequin::preview {

struct RecordingPlan {
  enum class Kind { picture, turntable, sweep };
  static constexpr int kMostPictures = 9999;

  Kind kind = Kind::picture;
  std::filesystem::path path;  // a .png; of several pictures, the third is NAME_0003.png
  int pictures = 1;            // 1 to kMostPictures; of a picture always 1
  int width = 1280, height = 800;
  bool transparent = false;  // the avatar alone, without studio and floor
  int parameter = 0;         // of a sweep: the slider that goes from 0 to 100 %
};

// Where picture `index` of a plan goes.
std::filesystem::path picture_path(const RecordingPlan& plan, int index);

// A plan that is being carried out. The camera is moved, or a slider tried out, from picture to picture; no
// step of undo is made, and the end restores what was.
class Recording {
 public:
  Recording(RecordingPlan plan, Document& document, Camera& camera);

  const RecordingPlan& plan() const { return plan_; }
  int taken() const { return taken_; }
  bool finished() const { return taken_ == plan_.pictures; }
  std::filesystem::path next_path() const { return picture_path(plan_, taken_); }

  void place(int index);  // as picture `index` shows them
  void picture_taken() { ++taken_; }
  void restore();

 private:
  RecordingPlan plan_;
  Document& document_;
  Camera& camera_;
  Camera camera_before_;
  int taken_ = 0;
};

}  // namespace mannequin::preview
