// The window on the screen and its loop.
#pragma once

#include <array>
#include <cfloat>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "tools/preview/preview_options.h"
#include "tools/preview/sdl_window.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {

// ImGui's connection to SDL; must end before the stage's ImGui context does.
class ImGuiEvents {
 public:
  explicit ImGuiEvents(const SdlWindow& window);
  ~ImGuiEvents();
  ImGuiEvents(const ImGuiEvents&) = delete;
  ImGuiEvents& operator=(const ImGuiEvents&) = delete;
};

class Window {
 public:
  static Result<std::unique_ptr<Window>> create(const Character& character, const PreviewOptions& options);

  // Handles pending events and draws. If there is nothing to draw, waits briefly for an event instead.
  Status step();
  bool closed() const { return stage_->interface().wants_close(); }
  void hide() { SDL_HideWindow(window_->get()); }
  // Nothing will change before the next event.
  bool at_rest() const { return !more_ && frames_ <= 0 && !held_; }

  Stage& stage() { return *stage_; }
  void pixels(int& width, int& height) const { window_->pixels(width, height); }

 private:
  Window(std::unique_ptr<SdlWindow> window, std::unique_ptr<Stage> stage)
      : window_(std::move(window)), stage_(std::move(stage)), events_(*window_) {}
  // Whether it must wait for the next picture, along with everything after it.
  bool waits(const SDL_Event& event) const;
  bool waits_for_field(const SDL_Event& event) const;
  void take(const SDL_Event& event);
  void keep_size();
  void follow_pointer(const SDL_Event& event);
  void place_pointer();
  ImVec2 dropped_at() const;
  void capture_pointer(bool on);
  bool input_waits() const;
  bool any_down() const { return down_[0] || down_[1] || down_[2]; }

  // A few frames after the last event or change: ImGui bases some layout on the previous frame.
  static constexpr int kFramesAfterEvent = 3;
  // No key waits for more pictures than this: should a field never come, the others still count.
  static constexpr int kLongestWay = 12;

  std::unique_ptr<SdlWindow> window_;
  std::unique_ptr<Stage> stage_;
  ImGuiEvents events_;
  ImVec2 pointer_{-FLT_MAX, -FLT_MAX}, rest_{-FLT_MAX, -FLT_MAX};
  bool captured_ = false;
  std::array<bool, 3> down_{}, pressed_{};  // in ImGui's order
  bool double_click_ = false;               // the press since the last picture is its second
  std::vector<std::filesystem::path> dropped_;
  // Since the last picture: what was pressed or released, and what waits for the next one.
  std::set<SDL_Scancode> keys_moved_;
  bool button_down_ = false;
  bool acted_ = false;      // a key other than Ctrl, Shift, Alt was pressed, or a button pressed or released
  bool commanded_ = false;  // one was pressed that writes nothing into a field, but may open one
  std::optional<SDL_Event> held_;
  int held_pictures_ = 0;  // so many it has waited for
  int frames_ = kFramesAfterEvent;
  bool more_ = true;
};

// Runs until it is closed.
Status show_window(const Character& character, const PreviewOptions& options);

}  // namespace mannequin::preview
