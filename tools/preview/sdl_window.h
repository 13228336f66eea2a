// An SDL window with an OpenGL 4.5 context, in the order of their destruction.
#pragma once

#include <SDL.h>

#include <memory>

#include "engine/core/result.h"

namespace mannequin::preview {

// What a window's frame takes at its sides; its title bar is at the top.
struct FrameWidths {
  int top = 0, left = 0, bottom = 0, right = 0;
};

// Where to put a window, without its frame, so that all of both is on the screen.
SDL_Rect with_frame_on_screen(const SDL_Rect& window, const FrameWidths& frame, const SDL_Rect& screen);

// Of the first window that is opened on a screen: three quarters of it, but no wider than 16 to 9, and no
// smaller than `least`.
SDL_Point first_window_size(const SDL_Rect& screen, SDL_Point least);

class SdlWindow {
 public:
  enum class Size {
    exact,
    at_most_screen,
    first  // the same, but larger on a large screen
  };
  // In units of the desktop, which may be several pixels. Fails: no_device without a display or OpenGL 4.5.
  static Result<std::unique_ptr<SdlWindow>> create(int width, int height, Size size);
  ~SdlWindow();
  SdlWindow(const SdlWindow&) = delete;
  SdlWindow& operator=(const SdlWindow&) = delete;

  SDL_Window* get() const { return window_; }
  SDL_GLContext context() const { return context_; }
  void pixels(int& width, int& height) const { SDL_GL_GetDrawableSize(window_, &width, &height); }
  // Call it at window events: moves a new window, and makes it smaller, if a part of its frame is off the
  // screen. Only once the window is shown is it known what the frame takes.
  void leave_room_for_frame();
  float density() const;  // pixels per unit
  // If units are pixels: how many of them make a unit of design, from the display's dots per inch; else 1.
  float display_scale() const;

 private:
  SdlWindow() = default;
  bool initialised_ = false, frame_is_new_ = false;
  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
};

}  // namespace mannequin::preview
