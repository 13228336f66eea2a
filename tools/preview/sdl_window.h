// An SDL window with an OpenGL 4.5 context, in the order of their destruction.
#pragma once

#include <SDL.h>

#include <memory>

#include "engine/core/result.h"

namespace mannequin::preview {

class SdlWindow {
 public:
  // In units of the desktop, which may be several pixels. `at_most_screen`: no larger than that. Fails:
  // no_device without a display or OpenGL 4.5.
  static Result<std::unique_ptr<SdlWindow>> create(int width, int height, bool at_most_screen);
  ~SdlWindow();
  SdlWindow(const SdlWindow&) = delete;
  SdlWindow& operator=(const SdlWindow&) = delete;

  SDL_Window* get() const { return window_; }
  SDL_GLContext context() const { return context_; }
  void pixels(int& width, int& height) const { SDL_GL_GetDrawableSize(window_, &width, &height); }
  // Call it at window events: makes a new window smaller by its frame, if that is off the screen. Only once
  // the window is shown is it known what the frame takes.
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
