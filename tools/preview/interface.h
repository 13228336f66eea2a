// The interface around the view: toolbar, worn list, sliders, status bar; and what the pointer does in the
// view.
#pragma once

#include <string>
#include <vector>

#include "tools/preview/joint_marks.h"
#include "tools/preview/navigation.h"
#include "tools/preview/offset_table.h"
#include "tools/preview/slider_row.h"
#include "tools/scenes/scenes.h"

namespace mannequin::preview {

struct FrameTimes {
  double milliseconds = 0.0;  // of the last picture, drawn anew
};

std::string message_text(const Message& message);

class Interface {
 public:
  // density: pixels per unit. The ImGui context must be current.
  Interface(Session& session, float density);

  // Lays out one frame in a window of this size (interface units). Without panels the view has all of it.
  void frame(ImVec2 size, bool panels, const FrameTimes& times);

  // Where the picture goes.
  const ViewRect& view() const { return view_; }
  bool wants_close() const { return close_; }
  // Closes, or asks first if the shape of a file would be lost.
  void request_close();
  void open_joints_tab() { joints_open_ = choose_tab_ = true; }
  // A key as SDL names it, with ImGui's modifiers; false if it means nothing here.
  bool key(int sdl_keycode, bool ctrl, bool shift);

 private:
  void toolbar(ImVec2 size);
  void worn_panel(ImVec2 size);
  void worn_row(std::size_t index);
  void sliders_tab();
  void sliders_head();
  void section(const SectionDesc& section);
  std::vector<const ParameterDesc*> shown_sliders(const SectionDesc& section) const;
  void save(bool under_another_name);
  void shape_buttons();
  void save_popup();
  void close_popup();
  void kept_shape_card();
  void recent_files();
  void right_column(ImVec2 size);
  void joints_tab();
  void offset_table(const std::vector<const OffsetRow*>& rows);
  void offset_row(const OffsetRow& row);
  void findings_panel();
  void findings_list();
  void finding_row(const FileFinding& found);
  void message_list();
  void status_bar(ImVec2 size, const FrameTimes& times);
  void view_overlay();
  void joint_legend(ImDrawList& list) const;
  void ground_note(ImDrawList& list) const;
  void timeline_panel();
  void key_help();
  void open_popup();
  float px(float n) const { return n * scale_; }

  Session& session_;
  Fonts fonts_;
  float scale_ = 1.0f;
  const Theme* theme_ = nullptr;
  Navigation navigation_;
  ViewRect view_;
  std::vector<scenes::NamedPose> poses_;
  SliderTyping typing_;
  std::string open_section_ = "Body";
  char search_[64] = {};
  enum class Filter { all, moving, edited } filter_ = Filter::all;
  bool joints_open_ = false, choose_tab_ = true;  // which tab of the right column
  char joint_search_[64] = {};
  bool moved_only_ = true;
  std::vector<OffsetRow> offset_rows_;
  std::uint64_t rows_revision_ = 0;  // of the scene that they are of
  bool height_in_feet_ = false, help_ = false, opening_ = false, close_ = false;
  char open_path_[512] = {}, save_path_[512] = {};
  bool saving_ = false, asking_ = false, close_after_save_ = false;
  std::vector<JointIndex> hovered_;
};

}  // namespace mannequin::preview
