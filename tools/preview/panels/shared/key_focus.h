// Which part of the window has the keys, and moving between parts without a pointer.
#pragma once

#include <imgui_internal.h>

#include <map>
#include <string>
#include <vector>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

// The name of a window with a title: as it is read, then as ImGui and the keys know it.
std::string titled(const char* english);

class KeyFocus : Panel {
 public:
  explicit KeyFocus(Ui& ui) : Panel(ui) {}
  void add_commands();

  // Call before ImGui begins a frame: Enter presses the focused item, as Space does.
  void before_frame();
  // Wraps everything that takes part in the Tab order.
  void begin_frame();
  void end_frame(bool pointer_over_view);

  // Handles Tab, and Esc back to the view; true if the key was used.
  bool key(const Shortcut& pressed);
  // The view has the keys: the pointer is over it, or Tab reached it.
  bool in_view() const;
  // The keyboard is used in a panel, or a popup is open: single keys are for that.
  bool in_panel() const;
  // A popup, or what is being dragged or typed, takes Esc; else it is the view's, wherever the pointer is.
  bool keeps_escape() const;

 private:
  struct Place {
    ImGuiWindow* window = nullptr;
    ImGuiID id = 0;
    ImGuiNavLayer layer = ImGuiNavLayer_Main;
    ImRect rect;
  };

  std::vector<ImGuiWindow*> areas() const;  // from the top left; null is the view
  void walk(int step);
  void go_to_menus();
  void go_to_view();
  void enter(ImGuiWindow* area);
  void give_keys(const FocusRequest& wish);
  void find_lost();
  void follow_floating();
  bool walks() const;
  void let_walk() const;
  void remember();
  void show_highlight();
  void draw_frame() const;

  bool by_keys_ = true;                // the keys decided; until the pointer moves
  bool view_ = true;                   // whether they chose the view
  bool shown_ = false;                 // whether that is highlighted
  bool over_ = false;                  // the pointer is over the view
  bool alive_ = true;                  // the focused item existed in the last frame
  const ImGuiWindow* area_ = nullptr;  // that had the focus in the last frame
  int lost_ = 0;                       // frames since it last existed
  ImVec2 pointer_{0.0f, 0.0f};         // its last position
  bool leaves_ = true;                 // ImGui shall focus nothing: initially it would focus every panel
  ImGuiWindow* wanted_ = nullptr;
  std::vector<const ImGuiWindow*> floating_;    // on top of others, in the last frame
  std::map<const ImGuiWindow*, Place> places_;  // by area, what was last focused
};

// Includes a scrolling table's rows in the Tab order around it. Call right after ImGui::BeginTable.
void walk_through_table();

// Whether what follows is a Tab stop, or only for the arrow keys: Tab visits one of a table's many rows.
class TabStop {
 public:
  explicit TabStop(bool is) { ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, !is); }
  ~TabStop() { ImGui::PopItemFlag(); }
  TabStop(const TabStop&) = delete;
  TabStop& operator=(const TabStop&) = delete;
};

// What follows is for Tab, not for the arrow keys: the way from row to row stays short.
class ArrowsPass {
 public:
  ArrowsPass() { ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true); }
  ~ArrowsPass() { ImGui::PopItemFlag(); }
  ArrowsPass(const ArrowsPass&) = delete;
  ArrowsPass& operator=(const ArrowsPass&) = delete;
};

// What follows is for the pointer only: keys can reach the same function in another way.
class PointerOnly {
 public:
  PointerOnly() { ImGui::PushItemFlag(ImGuiItemFlags_NoNav | ImGuiItemFlags_NoTabStop, true); }
  ~PointerOnly() { ImGui::PopItemFlag(); }
  PointerOnly(const PointerOnly&) = delete;
  PointerOnly& operator=(const PointerOnly&) = delete;
};

// Esc was pressed to close the current window.
bool closed_by_escape(const Ui& ui);

// Whether the pointer is over no window, and no dialog is open. In the frame in which a dialog appears, ImGui
// does not know yet that it has the pointer, and nothing new may be drawn over it.
bool pointer_is_free();

}  // namespace mannequin::preview
