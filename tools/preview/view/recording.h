// A series of pictures: around the avatar, or along a slider from end to end.
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
  std::filesystem::path path;  // a .png; in a series, the third is NAME_0003.png
  int pictures = 1;            // 1 to kMostPictures; for a single picture always 1
  int width = 1280, height = 800;
  bool transparent = false;  // only the avatar, without studio and floor
  int parameter = 0;         // for a sweep: the slider that goes from 0 to 100 %
};

// The file of picture `index` of a plan.
std::filesystem::path picture_path(const RecordingPlan& plan, int index);

// A plan being carried out. Moves the camera, or tries a slider, from picture to picture, without undo steps;
// ending it restores the previous state.
class Recording {
 public:
  Recording(RecordingPlan plan, Document& document, Camera& camera);

  const RecordingPlan& plan() const { return plan_; }
  int taken() const { return taken_; }
  bool finished() const { return taken_ == plan_.pictures; }
  std::filesystem::path next_path() const { return picture_path(plan_, taken_); }

  void place(int index);  // for picture `index`
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
