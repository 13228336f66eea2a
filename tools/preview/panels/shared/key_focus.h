// Which part of the window the keys are for, and the way from one part to the next without a pointer.
#pragma once

#include <imgui_internal.h>

#include <map>
#include <vector>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class KeyFocus : Panel {
 public:
  explicit KeyFocus(Ui& ui) : Panel(ui) {}
  void add_commands();

  // Before ImGui begins a frame: Enter presses what is focused, as Space does.
  void before_frame();
  // Around all that takes part in the walk.
  void begin_frame();
  void end_frame(bool pointer_over_view);

  // Tab, and Esc back to the view; true if the key was for that.
  bool key(const Shortcut& pressed);
  // The view has the keys: the pointer is over it, or it was walked to.
  bool in_view() const;
  // Somebody walks about in a panel, or a popup is open: single keys mean what is there.
  bool in_panel() const;

 private:
  struct Place {
    ImGuiWindow* window = nullptr;
    ImGuiID id = 0;
    ImGuiNavLayer layer = ImGuiNavLayer_Main;
    ImRect rect;
  };

  std::vector<ImGuiWindow*> areas() const;  // from the top left on; null is the view
  void walk(int step);
  void go_to_menus();
  void go_to_view();
  void enter(ImGuiWindow* area);
  void find_lost();
  void follow_floating();
  bool walks() const;
  void let_walk() const;
  void remember();
  void show_highlight();
  void draw_frame() const;

  bool by_keys_ = true;                // the keys chose; until the pointer moves
  bool view_ = true;                   // what they chose
  bool shown_ = false;                 // that it is the view
  bool over_ = false;                  // the pointer is over the view
  bool alive_ = true;                  // what is focused was there in the last frame
  const ImGuiWindow* area_ = nullptr;  // that had the focus in the last frame
  int lost_ = 0;                       // frames since it was last there
  ImVec2 pointer_{0.0f, 0.0f};         // where it was
  bool leaves_ = true;                 // ImGui shall focus nothing: at first every panel would be
  ImGuiWindow* wanted_ = nullptr;
  std::vector<const ImGuiWindow*> floating_;    // over the others, in the last frame
  std::map<const ImGuiWindow*, Place> places_;  // by area, what was focused last
};

// A scrolling table's rows take part in the walk of the window around it. Right after ImGui::BeginTable.
void walk_through_table();

// What follows is a stop for Tab, or only for the arrow keys: of the many rows of a table Tab visits one.
class TabStop {
 public:
  explicit TabStop(bool is) { ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, !is); }
  ~TabStop() { ImGui::PopItemFlag(); }
  TabStop(const TabStop&) = delete;
  TabStop& operator=(const TabStop&) = delete;
};

// Tab stops at what follows, the arrow keys do not: the way from row to row stays short.
class ArrowsPass {
 public:
  ArrowsPass() { ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true); }
  ~ArrowsPass() { ImGui::PopItemFlag(); }
  ArrowsPass(const ArrowsPass&) = delete;
  ArrowsPass& operator=(const ArrowsPass&) = delete;
};

// What follows is for the pointer alone: keys have another way to the same.
class PointerOnly {
 public:
  PointerOnly() { ImGui::PushItemFlag(ImGuiItemFlags_NoNav | ImGuiItemFlags_NoTabStop, true); }
  ~PointerOnly() { ImGui::PopItemFlag(); }
  PointerOnly(const PointerOnly&) = delete;
  PointerOnly& operator=(const PointerOnly&) = delete;
};

// Esc was pressed to close the current window.
bool closed_by_escape(const Ui& ui);

}  // namespace mannequin::preview
