// Pictures in a row: once around the avatar, or one slider from end to end.
#pragma once

#include <filesystem>
#include <string>

#include "tools/document/camera.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/scene.h"

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

// A plan that is being carried out. Scene and camera are changed from picture to picture; no step of undo is
// made, and the end puts back what was.
class Recording {
 public:
  Recording(RecordingPlan plan, const Scene& scene, const Camera& camera)
      : plan_(std::move(plan)), before_(scene.choice()), camera_before_(camera) {}

  const RecordingPlan& plan() const { return plan_; }
  int taken() const { return taken_; }
  bool finished() const { return taken_ == plan_.pictures; }
  std::filesystem::path next_path() const { return picture_path(plan_, taken_); }

  // As picture `index` shows them.
  void place(int index, Scene& scene, Camera& camera) const;
  void picture_taken() { ++taken_; }
  void put_back(Scene& scene, Camera& camera) const;

 private:
  RecordingPlan plan_;
  AvatarChoice before_;
  Camera camera_before_;
  int taken_ = 0;
};

}  // namespace mannequin::preview
