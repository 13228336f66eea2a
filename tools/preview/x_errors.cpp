#include "tools/preview/x_errors.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "engine/platform/dynamic_library.h"

namespace mannequin::preview {
namespace {

// As in X11/Xlib.h, whose macros (None, Status, Success) would affect everything.
struct XDisplay;
struct XErrorEvent {
  int type;
  XDisplay* display;
  unsigned long resource, serial;
  unsigned char error, request, minor;
};
using OnError = int (*)(XDisplay*, XErrorEvent*);
using OnLoss = int (*)(XDisplay*);

constexpr int kNoDevice = 4;  // exit code

int (*get_error_text)(XDisplay*, int, char*, int) = nullptr;
// Xlib calls back on the thread that talks to the server, which is the window's.
std::string first_error;

int keep_error(XDisplay* display, XErrorEvent* event) {
  constexpr int kBadImplementation = 17;  // after which Xlib itself goes on
  if (event->error == kBadImplementation || !first_error.empty()) return 0;
  std::array<char, 200> text{};
  if (get_error_text != nullptr)
    get_error_text(display, event->error, text.data(), static_cast<int>(text.size()));
  first_error = text[0] != 0 ? text.data() : "error " + std::to_string(event->error);
  return 0;
}

// Xlib cannot continue after this.
int end_without_display(XDisplay*) {
  std::fputs(
      "mannequin: window: The connection to the display was lost. The window needs a display with OpenGL "
      "4.5; "
      "without one, use --screenshot.\n",
      stderr);
  std::fflush(nullptr);
  std::_Exit(kNoDevice);
}

template <typename Function>
Function function(void* library, const char* name) {
  return reinterpret_cast<Function>(library_function(library, name));
}

}  // namespace

void keep_x_errors() {
  // The same copy that SDL opens; never closed, so that it keeps these handlers.
  static void* const library = open_library("libX11.so.6");
  if (library == nullptr) return;
  get_error_text = function<decltype(get_error_text)>(library, "XGetErrorText");
  if (const auto set = function<OnError (*)(OnError)>(library, "XSetErrorHandler")) set(keep_error);
  if (const auto set = function<OnLoss (*)(OnLoss)>(library, "XSetIOErrorHandler")) set(end_without_display);
}

std::string take_x_error() { return std::exchange(first_error, {}); }

}  // namespace mannequin::preview
