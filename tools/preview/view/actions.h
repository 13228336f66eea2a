// What a person does that concerns the document and how it is looked at, both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/document/document.h"
#include "tools/preview/view/view.h"

namespace mannequin::preview {

class Actions {
 public:
  // Begins with the preferences that the document's settings keep. Both must live as long.
  Actions(Document& document, View& view);

  // --- selecting
  void select_joint(JointIndex joint);
  void select_nothing() { view_.selection = {}; }
  void select_all_joints();
  void show_weights_of(JointIndex joint);  // selects it
  void go_to(const WorstPlace& place);     // selects it and flies there
  void fly_to_joint(JointIndex joint);
  void fit_selected();  // without a selection all of the avatar
  // Whether there is something in the view to go to, and going there: vertex, joint or mesh, whichever is
  // known.
  bool can_show(const FileFinding& found) const;
  void show(const FileFinding& found);

  // --- pictures in a row; the caller takes them
  void start_recording(RecordingPlan plan);
  // Scene, camera and colours as the next picture has them.
  Status show_next_picture();
  // Finished, stopped by the person, or by an error: a message says so. What was taken stays.
  void end_recording(const Status& status);

  void watch_files(bool on);
  void keep_preferences();  // if they are others than those kept

  // Brings everything up to date; seconds since the last time. False: nothing more will change by itself.
  Result<bool> update(double seconds);

 private:
  const WornMesh* mesh_of(const FileFinding& found) const;
  Result<bool> show_now();
  void frame_what_is_new();
  Status show_picture(int index);
  Status share_range();
  bool tell_refused();

  Document& document_;
  View& view_;
  Preferences kept_preferences_;
  std::vector<std::weak_ptr<const WornFile>> framed_;  // what was visible when the camera last looked
  std::uint64_t framed_revision_ = 0;
  bool range_was_locked_ = false;  // before the recording
};

}  // namespace mannequin::preview
