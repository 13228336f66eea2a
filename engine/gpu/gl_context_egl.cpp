// Contexts by EGL, which needs no display.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/gpu/gl_context.h"
#include "engine/gpu/gl_remedy.h"
#include "engine/platform/dynamic_library.h"

namespace mannequin {

const char* const kGlRemedy =
    "Install a driver that has OpenGL 4.5 (on Debian: libgl1-mesa-dri, which also works without a graphics "
    "card), or "
    "use the cpu backend.";

namespace {

bool has_extension(const char* list, std::string_view name) {
  if (list == nullptr) return false;
  for (std::string_view rest = list; !rest.empty();) {
    const auto end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// EGL functions. The library is opened when our own context is created: a host with its own context does not
// need it.
struct Egl {
  PFNEGLGETPROCADDRESSPROC GetProcAddress = nullptr;
  PFNEGLQUERYSTRINGPROC QueryString = nullptr;
  PFNEGLGETDISPLAYPROC GetDisplay = nullptr;
  PFNEGLINITIALIZEPROC Initialize = nullptr;
  PFNEGLBINDAPIPROC BindAPI = nullptr;
  PFNEGLCHOOSECONFIGPROC ChooseConfig = nullptr;
  PFNEGLCREATECONTEXTPROC CreateContext = nullptr;
  PFNEGLDESTROYCONTEXTPROC DestroyContext = nullptr;
  PFNEGLMAKECURRENTPROC MakeCurrent = nullptr;
  PFNEGLGETCURRENTCONTEXTPROC GetCurrentContext = nullptr;
  PFNEGLGETERRORPROC GetError = nullptr;
  bool complete = false;

  Egl() {
    void* const library = open_library("libEGL.so.1");
    if (library == nullptr) return;
    complete = true;
#define MANNEQUIN_LOAD(name)                                                       \
  name = reinterpret_cast<decltype(name)>(library_function(library, "egl" #name)); \
  complete &= name != nullptr;
    MANNEQUIN_LOAD(GetProcAddress)
    MANNEQUIN_LOAD(QueryString)
    MANNEQUIN_LOAD(GetDisplay)
    MANNEQUIN_LOAD(Initialize)
    MANNEQUIN_LOAD(BindAPI)
    MANNEQUIN_LOAD(ChooseConfig)
    MANNEQUIN_LOAD(CreateContext)
    MANNEQUIN_LOAD(DestroyContext)
    MANNEQUIN_LOAD(MakeCurrent)
    MANNEQUIN_LOAD(GetCurrentContext)
    MANNEQUIN_LOAD(GetError)
#undef MANNEQUIN_LOAD
  }

  template <typename Function>
  Function extension(const char* name) const {
    return reinterpret_cast<Function>(GetProcAddress(name));
  }
};

const Egl& egl() {
  static const Egl kEgl;
  return kEgl;
}

// In order of preference: each GPU by itself (the proprietary drivers' way without a display), Mesa
// without a surface, EGL's default.
std::vector<EGLDisplay> candidate_displays() {
  std::vector<EGLDisplay> displays;
  const char* client = egl().QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto get_display = egl().extension<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  const auto query_devices = egl().extension<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  if (get_display != nullptr && query_devices != nullptr &&
      has_extension(client, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count))
      for (EGLint i = 0; i < count; ++i)
        displays.push_back(
            get_display(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
  }
  if (get_display != nullptr && has_extension(client, "EGL_MESA_platform_surfaceless"))
    displays.push_back(get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  displays.push_back(egl().GetDisplay(EGL_DEFAULT_DISPLAY));
  return displays;
}

EGLContext create_context(EGLDisplay display) {
  if (!egl().BindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
  const char* extensions = egl().QueryString(display, EGL_EXTENSIONS);
  if (!has_extension(extensions, "EGL_KHR_surfaceless_context")) return EGL_NO_CONTEXT;
  EGLConfig config = EGL_NO_CONFIG_KHR;
  if (!has_extension(extensions, "EGL_KHR_no_config_context")) {
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                             EGL_NONE};
    EGLint count = 0;
    if (!egl().ChooseConfig(display, wanted, &config, 1, &count) || count == 0) return EGL_NO_CONTEXT;
  }
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               4,
                               EGL_CONTEXT_MINOR_VERSION,
                               5,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               EGL_CONTEXT_OPENGL_DEBUG,
                               EGL_TRUE,
                               EGL_NONE};
  return egl().CreateContext(display, config, EGL_NO_CONTEXT, attributes);
}

}  // namespace

struct GlContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  // The display is not terminated: EGL shares it within the process.
  ~Handles() {
    if (egl().GetCurrentContext() == context)
      egl().MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl().DestroyContext(display, context);
  }
};

GlContext::GlContext(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
GlContext::GlContext(GlContext&&) noexcept = default;
GlContext& GlContext::operator=(GlContext&&) noexcept = default;
GlContext::~GlContext() = default;

Result<GlContext> GlContext::create_headless() {
  Status last =
      fail(ErrorCode::no_device, "EGL",
           std::string("No device on this machine supports an OpenGL 4.5 core context. ") + kGlRemedy);
  if (!egl().complete)
    return fail(ErrorCode::no_device, "EGL", std::string("There is no EGL (libEGL.so.1). ") + kGlRemedy);
  for (const EGLDisplay display : candidate_displays()) {
    if (display == EGL_NO_DISPLAY || !egl().Initialize(display, nullptr, nullptr)) continue;
    const EGLContext context = create_context(display);
    if (context == EGL_NO_CONTEXT) continue;
    auto handles = std::make_unique<Handles>();
    handles->display = display;
    handles->context = context;
    GlContext made(std::move(handles));
    last = made.make_current();
    if (!last) continue;
    last = load_gl(egl().GetProcAddress);
    if (last) return made;
  }
  return error_of(last);
}

Status GlContext::make_current() {
  // The API is per thread and may have been changed by other code on this one.
  if (!egl().BindAPI(EGL_OPENGL_API) ||
      !egl().MakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles_->context))
    return fail(
        ErrorCode::device, "EGL",
        fmt::format(
            "The context cannot be made current on this thread (EGL error {:#x}). First release it on the "
            "thread that has it.",
            egl().GetError()));
  return {};
}

void GlContext::release_current() {
  egl().MakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

}  // namespace mannequin
