// Poses: the named ones, posing by hand, and poses as files.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/scenes/scenes.h"

namespace mannequin::preview {

class PosePanel : Panel {
 public:
  PosePanel(Ui& ui, FileDialogs& files);
  void draw();  // into the current window
  void ask_to_save() { save_.ask("my_pose.json"); }

 private:
  void named();
  void by_hand();
  void by_angle();
  void posed_joints();

  FileDialogs& files_;
  std::vector<scenes::NamedPose> poses_;
  float turn_by_[3] = {};  // degrees, while they are typed or dragged
  SaveDialog save_;
};

}  // namespace mannequin::preview
