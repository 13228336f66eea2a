// The interface around the view, composed of its panels; and the pointer's actions in the view.
#pragma once

#include "tools/preview/panels/columns/columns.h"
#include "tools/preview/panels/columns/left_strip.h"
#include "tools/preview/panels/columns/right_column.h"
#include "tools/preview/panels/commands/edit_commands.h"
#include "tools/preview/panels/compare/compare_view.h"
#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/files/recording_panel.h"
#include "tools/preview/panels/frame/status_bar.h"
#include "tools/preview/panels/frame/toolbar.h"
#include "tools/preview/panels/help/first_run_card.h"
#include "tools/preview/panels/help/key_help.h"
#include "tools/preview/panels/joints/picking.h"
#include "tools/preview/panels/joints/weight_brush.h"
#include "tools/preview/panels/navigation/navigation.h"
#include "tools/preview/panels/navigation/view_triad.h"
#include "tools/preview/panels/overlay/view_overlay.h"
#include "tools/preview/panels/pose/pose_gizmo.h"
#include "tools/preview/panels/pose/timeline_panel.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/worn/worn_panel.h"

namespace mannequin::preview {

class Interface {
 public:
  // The ImGui context must be current.
  explicit Interface(Workspace& workspace);
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Call between frames, and before the first: loads the fonts at the size that preferences and display
  // require. density: pixels per interface unit; display_scale: interface units per unit of design. True if
  // it loaded them.
  bool prepare(float density, float display_scale);

  // Lays out one frame in a window of this size (interface units). Without panels the view has all of it.
  void frame(ImVec2 size, bool panels, const FrameTimes& times);

  // Where to draw the picture.
  const ViewRect& view() const { return ui_.view; }
  const ViewRect& other_view() const { return ui_.other_view; }  // that of the avatar it is compared with
  // Depth of the picture in the view, to find which joints are hidden.
  void show_depth(DepthImage depth) { ui_.depth = std::move(depth); }
  SliderEnds& ends() { return ui_.ends; }
  PeopleStrip& people() { return ui_.people; }
  float scale() const { return ui_.scale; }  // interface units per unit of design
  const Commands& commands() const { return ui_.commands; }
  bool wants_close() const { return files_.wants_close(); }
  // Closes, or asks first if a file's shape would be lost.
  void request_close() { files_.request_close(); }
  void open_tab(RightColumn::Tab tab) { right_.open(tab); }
  // Files dropped there, interface units: a single one on a worn file's row replaces it, else all open; a
  // single mesh without weights on the avatar hangs on the attachment point there.
  void drop(std::span<const std::filesystem::path> paths, ImVec2 at);
  // The pointer is moving the camera: only its motion counts, not its position.
  bool captures_pointer() const { return navigation_.dragging(); }
  // The next frame will change even without input.
  bool moving() const;
  // Something in it is no longer so, though nothing happened.
  bool overdue() const { return status_.overdue(); }
  // What is typed now is for what gets the keys in one of the next frames: a field, a slider, what is behind
  // a field that was left.
  bool keys_on_their_way() const;
  const PoseGizmo& gizmo() const { return gizmo_; }
  // A key as SDL names it; false if it has no meaning here.
  bool key(const Shortcut& pressed);

 private:
  void look_for_letters();
  std::string point_under(ImVec2 at);
  void draw_panels(ImVec2 size, const FrameTimes& times);
  void draw_over_picture(bool panels);

  // Something whose size depends on itself would never settle.
  static constexpr int kMostLayouts = 6;

  Ui ui_;
  int laid_out_ = 0;  // frames in a row after which a dialog had yet to take the size of its content
  const Theme* applied_theme_ = nullptr;
  ImVector<ImWchar> rare_;  // letters that are loaded beside the usual ones
  float font_size_ = 0.0f;  // scale times density of the loaded fonts
  FileDialogs files_;
  Toolbar toolbar_;
  WornPanel worn_;
  RightColumn right_;
  LeftStrip strip_;
  RecordingPanel recording_;
  TimelinePanel timeline_;
  StatusBar status_;
  ViewOverlay overlay_;
  ViewTriad triad_;
  Picking picking_;
  PoseGizmo gizmo_;
  WeightBrush brush_;
  KeyHelp keys_;
  KeyFocus focus_;
  EditPanels edit_;
  Columns columns_;
  FirstRunCard first_run_;
  Navigation navigation_;
  CompareView compare_;
};

}  // namespace mannequin::preview
