#include "tools/preview/sdl_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "engine/gpu/gl_context.h"
#include "tools/preview/x_errors.h"

namespace mannequin::preview {
namespace {

tl::unexpected<Error> window_failure(const char* what, const std::string& why) {
  return fail(
      ErrorCode::no_device, "window",
      fmt::format("{} ({}). The window needs a display with OpenGL 4.5; without one, use --screenshot.", what,
                  why));
}

tl::unexpected<Error> sdl_failure(const char* what) { return window_failure(what, SDL_GetError()); }

}  // namespace

SDL_Point first_window_size(const SDL_Rect& screen, SDL_Point least) {
  constexpr int kQuarters = 3;
  const int height = std::max(screen.h * kQuarters / 4, least.y);
  return {std::max(std::min(screen.w * kQuarters / 4, height * 16 / 9), least.x), height};
}

Result<std::unique_ptr<SdlWindow>> SdlWindow::create(int width, int height, Size size) {
  std::unique_ptr<SdlWindow> made(new SdlWindow());
  SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  keep_x_errors();
  SDL_SetMainReady();  // main() is ours
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return sdl_failure("There is no display to open a window on");
  made->initialised_ = true;
  // Without a display SDL falls back to a dummy driver,
  // which counts as no window unless requested by name.
  const std::string_view driver = SDL_GetCurrentVideoDriver();
  if ((driver == "offscreen" || driver == "dummy" || driver == "evdev") &&
      SDL_getenv("SDL_VIDEODRIVER") == nullptr) {
    SDL_SetError("SDL found only its driver '%s'", driver.data());
    return sdl_failure("There is no display to open a window on");
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 5);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  if (SDL_Rect screen; size != Size::exact && SDL_GetDisplayUsableBounds(0, &screen) == 0) {
    if (size == Size::first) {
      const SDL_Point first = first_window_size(screen, {width, height});
      width = first.x;
      height = first.y;
    }
    width = std::min(width, screen.w);
    height = std::min(height, screen.h);
  }
  made->window_ = SDL_CreateWindow("Mannequin", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                                   SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (made->window_ == nullptr) return sdl_failure("The window cannot be opened");
  SDL_SetWindowMinimumSize(made->window_, 800, 500);
  made->frame_is_new_ = size != Size::exact;
  made->context_ = SDL_GL_CreateContext(made->window_);
  if (made->context_ == nullptr) return sdl_failure("OpenGL 4.5 is not available");
  SDL_GL_SetSwapInterval(1);
  if (auto status =
          load_gl([](const char* name) { return reinterpret_cast<GlFunction>(SDL_GL_GetProcAddress(name)); });
      !status)
    return error_of(status);
  if (const std::string error = take_x_error(); !error.empty())
    return window_failure("The display refuses to show a window", error);
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
  return made;
}

SdlWindow::~SdlWindow() {
  if (context_ != nullptr) SDL_GL_DeleteContext(context_);
  if (window_ != nullptr) SDL_DestroyWindow(window_);
  if (initialised_) SDL_Quit();
}

void SdlWindow::leave_room_for_frame() {
  FrameWidths frame;
  SDL_Rect screen, now;
  if (!frame_is_new_ ||
      SDL_GetWindowBordersSize(window_, &frame.top, &frame.left, &frame.bottom, &frame.right) != 0 ||
      frame.top + frame.left + frame.bottom + frame.right == 0 ||
      SDL_GetDisplayUsableBounds(SDL_GetWindowDisplayIndex(window_), &screen) != 0)
    return;
  frame_is_new_ = false;
  if ((SDL_GetWindowFlags(window_) & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN)) != 0) return;
  SDL_GetWindowSize(window_, &now.w, &now.h);
  SDL_GetWindowPosition(window_, &now.x, &now.y);
  const SDL_Rect wanted = with_frame_on_screen(now, frame, screen);
  if (wanted.w < now.w || wanted.h < now.h) SDL_SetWindowSize(window_, wanted.w, wanted.h);
  if (wanted.x != now.x || wanted.y != now.y) SDL_SetWindowPosition(window_, wanted.x, wanted.y);
}

SDL_Rect with_frame_on_screen(const SDL_Rect& window, const FrameWidths& frame, const SDL_Rect& screen) {
  const int left = screen.x + frame.left, top = screen.y + frame.top,
            width = std::min(window.w, screen.w - frame.left - frame.right),
            height = std::min(window.h, screen.h - frame.top - frame.bottom);
  return {std::clamp(window.x, left, std::max(screen.x + screen.w - frame.right - width, left)),
          std::clamp(window.y, top, std::max(screen.y + screen.h - frame.bottom - height, top)), width,
          height};
}

float SdlWindow::display_scale() const {
  float dpi = 0.0f;
  if (density() != 1.0f || SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window_), nullptr, &dpi, nullptr) != 0)
    return 1.0f;
  return std::clamp(std::round(4.0f * dpi / 96.0f) / 4.0f, 1.0f, 4.0f);  // quarters keep text sharp
}

float SdlWindow::density() const {
  int window_width = 1, window_height = 1, width = 1, height = 1;
  SDL_GetWindowSize(window_, &window_width, &window_height);
  pixels(width, height);
  return static_cast<float>(width) / static_cast<float>(std::max(window_width, 1));
}

}  // namespace mannequin::preview
