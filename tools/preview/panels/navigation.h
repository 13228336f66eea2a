// The pointer in the view: turning, panning, zooming, focusing, by the controls that people know.
#pragma once

#include "tools/preview/panels/joint_marks.h"

namespace mannequin::preview {

class Navigation {
 public:
  // Once per frame. `over_view`: the pointer is over the view and nothing covers it.
  void frame(Session& session, const ViewRect& rect, bool over_view);

  // Whether the pointer moves the camera now; and whether this frame ended a click of the left button in the view:
  // one that moved nothing, was no double click and had no Ctrl or Alt.
  bool dragging() const { return drag_ != Drag::none && moved_; }
  bool clicked() const { return clicked_; }

  static const char* hint(Controls controls);

 private:
  enum class Drag { none, turn, turn_and_zoom, pan, zoom };
  Drag drag_for(const Session& session) const;
  void follow_click(bool over_view);
  void apply(Session& session, const ViewRect& rect, ImVec2 moved);
  void focus_at(Session& session, const ViewRect& rect, ImVec2 at);

  Drag drag_ = Drag::none;
  Camera before_;
  ImVec2 pressed_{0.0f, 0.0f}, last_{0.0f, 0.0f};
  bool moved_ = false;
  bool may_click_ = false, clicked_ = false;
  ImVec2 left_pressed_{0.0f, 0.0f};
};

}  // namespace mannequin::preview
