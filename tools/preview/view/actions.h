// User actions that concern both the document and its view.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/document/document.h"
#include "tools/preview/view/view.h"

namespace mannequin::preview {

class Actions {
 public:
  // Starts with the preferences stored in the document's settings. Both must outlive it.
  Actions(Document& document, View& view);

  // --- selecting
  void select_joint(JointIndex joint);
  void select_nothing() {
    view_.selection = {};
    view_.choose_nothing();
  }
  void select_all_joints();
  void show_weights_of(JointIndex joint);  // selects it
  // Selects it and flies to where it is seen: not covered by anything else that is worn, as far as possible.
  void go_to(const WorstPlace& place);
  void fly_to_joint(JointIndex joint);
  void fit_selected();  // without a selection, the whole avatar
  // Whether there is something in the view to fly to, and flying there: vertex, joint or mesh, whichever is
  // known. The avatar takes the pose that shows it, which can be undone.
  bool can_show(const FileFinding& found) const;
  void show(const FileFinding& found);

  // Two avatars in the view; without the second one no colours of how far they are apart.
  void compare(bool on);

  // --- recordings; the caller takes the pictures
  void start_recording(RecordingPlan plan);
  // Sets up scene, camera and colours for the next picture.
  Status show_next_picture();
  // Ends it, whether finished, stopped by the user, or by an error, with a message. Keeps the pictures taken.
  void end_recording(const Status& status);

  void watch_files(bool on);
  void keep_preferences();  // if they differ from the stored ones

  // Updates everything; seconds since the last call. False: nothing more will change without input.
  Result<bool> update(double seconds);

 private:
  const WornMesh* mesh_of(const FileFinding& found) const;
  void take_pose_of(const Finding& finding);
  void go_to_place_of(const FileFinding& found);
  Result<bool> show_now();
  // Selects it, and what covers it is drawn see-through; from where it is seen, if it is there.
  std::optional<document::Sight> select_place(const WorstPlace& place);
  std::vector<Vec3> torn_place(const WornMesh& mesh, std::uint32_t vertex) const;
  void report_covered(const document::Sight& sight, std::size_t asked);
  void outdate_covered();
  void frame_what_is_new();
  void follow_size();
  Status show_picture(int index);
  std::vector<int> telling_pictures() const;
  Status make_room();
  Status share_range();
  bool report_refused();

  Document& document_;
  View& view_;
  Preferences kept_preferences_;
  std::vector<std::weak_ptr<const WornFile>> framed_;  // what was visible when the camera was last framed
  std::optional<FileFinding> posed_for_;  // whose place is gone to once the avatar has taken its pose
  std::uint64_t posed_at_ = 0;            // the camera's last wish by then: a later one wins
  std::uint64_t framed_revision_ = 0;
  std::pair<std::uint64_t, std::uint64_t> followed_;  // revisions of the avatar, and of the one beside it
  // What the message of a covered place is about, and how many messages there were with it.
  std::optional<std::pair<Selection, std::size_t>> told_of_;
  bool range_was_locked_ = false;  // before the recording
};

}  // namespace mannequin::preview
