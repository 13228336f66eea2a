#include "engine/platform/windows/hidden_gl.h"

#include <cstdint>

#include "engine/platform/dynamic_library.h"
#include "engine/platform/windows/handle.h"

namespace mannequin {
namespace {

// opengl32.dll, opened when a context is made: a host with its own context, or without OpenGL, does not need
// it.
struct Wgl {
  HGLRC(WINAPI* create)(HDC) = nullptr;
  BOOL(WINAPI* remove)(HGLRC) = nullptr;
  BOOL(WINAPI* make_current)(HDC, HGLRC) = nullptr;
  HGLRC(WINAPI* current)() = nullptr;
  PROC(WINAPI* function)(LPCSTR) = nullptr;
  void* const library = open_library("opengl32.dll");

  Wgl() {
    if (library == nullptr) return;
    load(create, "wglCreateContext");
    load(remove, "wglDeleteContext");
    load(make_current, "wglMakeCurrent");
    load(current, "wglGetCurrentContext");
    load(function, "wglGetProcAddress");
  }
  bool complete() const { return create && remove && make_current && current && function; }

 private:
  template <typename F>
  void load(F& to, const char* name) {
    to = reinterpret_cast<F>(library_function(library, name));
  }
};

const Wgl& wgl() {
  static const Wgl kWgl;
  return kWgl;
}

constexpr const wchar_t* kClass = L"MannequinHiddenGl";

HWND hidden_window() {
  static const ATOM registered = [] {
    WNDCLASSW about{};
    about.style = CS_OWNDC;
    about.lpfnWndProc = DefWindowProcW;
    about.hInstance = GetModuleHandleW(nullptr);
    about.lpszClassName = kClass;
    return RegisterClassW(&about);
  }();
  if (registered == 0) return nullptr;
  return CreateWindowExW(0, kClass, L"", WS_POPUP, 0, 0, 16, 16, nullptr, nullptr, GetModuleHandleW(nullptr),
                         nullptr);
}

bool set_format(HDC device) {
  PIXELFORMATDESCRIPTOR wanted{};
  wanted.nSize = sizeof wanted;
  wanted.nVersion = 1;
  wanted.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL;
  wanted.iPixelType = PFD_TYPE_RGBA;
  wanted.cColorBits = 24;
  const int format = ChoosePixelFormat(device, &wanted);
  return format != 0 && SetPixelFormat(device, format, &wanted);
}

}  // namespace

struct HiddenGl::Handles {
  HWND window = nullptr;
  HDC device = nullptr;
  HGLRC context = nullptr;

  ~Handles() {
    if (context != nullptr) {
      if (wgl().current() == context) wgl().make_current(nullptr, nullptr);
      wgl().remove(context);
    }
    if (device != nullptr) ReleaseDC(window, device);
    if (window != nullptr) DestroyWindow(window);
  }
};

HiddenGl::~HiddenGl() = default;

std::unique_ptr<HiddenGl> HiddenGl::create(int major, int minor) {
  if (!wgl().complete()) return nullptr;
  auto handles = std::make_unique<Handles>();
  handles->window = hidden_window();
  handles->device = handles->window == nullptr ? nullptr : GetDC(handles->window);
  if (handles->device == nullptr || !set_format(handles->device)) return nullptr;
  // The function that makes a context of a version is found through a context.
  const HGLRC first = wgl().create(handles->device);
  if (first == nullptr) return nullptr;
  using Create = HGLRC(WINAPI*)(HDC, HGLRC, const int*);
  Create create = nullptr;
  if (wgl().make_current(handles->device, first))
    create = reinterpret_cast<Create>(
        reinterpret_cast<std::uintptr_t>(wgl().function("wglCreateContextAttribsARB")));
  constexpr int kMajor = 0x2091, kMinor = 0x2092, kFlags = 0x2094, kProfile = 0x9126;  // WGL_CONTEXT_...
  const int wanted[] = {kMajor, major, kMinor, minor, kFlags, 1 /* debug */, kProfile, 1 /* core */, 0};
  if (create != nullptr) handles->context = create(handles->device, nullptr, wanted);
  wgl().make_current(nullptr, nullptr);
  wgl().remove(first);
  if (handles->context == nullptr) return nullptr;
  std::unique_ptr<HiddenGl> made(new HiddenGl());
  made->handles_ = std::move(handles);
  return made->make_current() ? std::move(made) : nullptr;
}

bool HiddenGl::make_current() { return wgl().make_current(handles_->device, handles_->context) != FALSE; }

void HiddenGl::release_current() { wgl().make_current(nullptr, nullptr); }

HiddenGl::Function HiddenGl::function(const char* name) {
  // Functions of OpenGL 1.1 are found in the library alone; some drivers answer 1, 2, 3 or -1 for none.
  const auto found = reinterpret_cast<std::intptr_t>(wgl().function(name));
  if (found < -1 || found > 3) return reinterpret_cast<Function>(found);
  return reinterpret_cast<Function>(library_function(wgl().library, name));
}

}  // namespace mannequin
