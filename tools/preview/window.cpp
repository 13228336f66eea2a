#include "tools/preview/window.h"

#include <SDL.h>
#include <backends/imgui_impl_sdl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <string_view>

#include "engine/gpu/gl_context.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {
namespace {

tl::unexpected<Error> sdl_failure(const char* what) {
  return fail(
      ErrorCode::no_device, "window",
      fmt::format("{} ({}). The window needs a display with OpenGL 4.5; without one, use --screenshot.", what,
                  SDL_GetError()));
}

// SDL, its window and its context, in the order in which they must go.
class SdlWindow {
 public:
  static Result<std::unique_ptr<SdlWindow>> create(int width, int height) {
    std::unique_ptr<SdlWindow> made(new SdlWindow());
    SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return sdl_failure("There is no display to open a window on");
    made->initialised_ = true;
    // Without a display SDL falls back to a driver that shows nothing, which is no window unless asked for by
    // name.
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
    made->window_ =
        SDL_CreateWindow("Mannequin", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                         SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (made->window_ == nullptr) return sdl_failure("The window cannot be opened");
    SDL_SetWindowMinimumSize(made->window_, 800, 500);
    made->context_ = SDL_GL_CreateContext(made->window_);
    if (made->context_ == nullptr) return sdl_failure("OpenGL 4.5 is not there");
    SDL_GL_SetSwapInterval(1);
    if (auto status = load_gl(
            [](const char* name) { return reinterpret_cast<GlFunction>(SDL_GL_GetProcAddress(name)); });
        !status)
      return tl::make_unexpected(status.error());
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    return made;
  }
  ~SdlWindow() {
    if (context_ != nullptr) SDL_GL_DeleteContext(context_);
    if (window_ != nullptr) SDL_DestroyWindow(window_);
    if (initialised_) SDL_Quit();
  }
  SdlWindow(const SdlWindow&) = delete;
  SdlWindow& operator=(const SdlWindow&) = delete;

  SDL_Window* get() const { return window_; }
  SDL_GLContext context() const { return context_; }
  void pixels(int& width, int& height) const { SDL_GL_GetDrawableSize(window_, &width, &height); }
  float density() const {
    int window_width = 1, window_height = 1, width = 1, height = 1;
    SDL_GetWindowSize(window_, &window_width, &window_height);
    pixels(width, height);
    return static_cast<float>(width) / static_cast<float>(std::max(window_width, 1));
  }

 private:
  SdlWindow() = default;
  bool initialised_ = false;
  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
};

// ImGui's connection to SDL; must end before the stage's ImGui context does.
class ImGuiEvents {
 public:
  explicit ImGuiEvents(const SdlWindow& window) {
    ImGui_ImplSDL2_InitForOpenGL(window.get(), window.context());
  }
  ~ImGuiEvents() { ImGui_ImplSDL2_Shutdown(); }
  ImGuiEvents(const ImGuiEvents&) = delete;
  ImGuiEvents& operator=(const ImGuiEvents&) = delete;
};

class EventLoop {
 public:
  EventLoop(SdlWindow& window, Stage& stage) : window_(window), stage_(stage) {}

  Status run() {
    // A few frames after the last event: ImGui lays some things out by the frame before.
    constexpr int kFramesAfterEvent = 3;
    int frames = kFramesAfterEvent;
    bool more = true;
    while (!stage_.interface().wants_close()) {
      SDL_Event event;
      // Nothing to do: sleep until something happens, here or to a file.
      if (!more && frames <= 0) {
        if (SDL_WaitEventTimeout(&event, static_cast<int>(FileWatch::kInterval.count())) != 0)
          take(event);
        else if (!stage_.session().look_at_files(FileWatch::Clock::now()))
          continue;
        frames = kFramesAfterEvent;
      }
      while (SDL_PollEvent(&event)) {
        take(event);
        frames = kFramesAfterEvent;
      }
      --frames;
      int width = 1, height = 1;
      window_.pixels(width, height);
      if (width < 1 || height < 1) continue;
      ImGui_ImplSDL2_NewFrame();
      place_pointer();
      const auto result = stage_.frame(0, width, height, window_.density(), true);
      if (!result) return tl::make_unexpected(result.error());
      more = *result;
      SDL_GL_SwapWindow(window_.get());
    }
    stage_.session().keep_shape_now();
    return {};
  }

 private:
  void take(const SDL_Event& event) {
    ImGui_ImplSDL2_ProcessEvent(&event);
    follow_pointer(event);
    switch (event.type) {
      case SDL_QUIT:
        stage_.interface().request_close();
        break;
      case SDL_KEYDOWN:
        stage_.interface().key({.code = event.key.keysym.sym,
                                .ctrl = (event.key.keysym.mod & KMOD_CTRL) != 0,
                                .shift = (event.key.keysym.mod & KMOD_SHIFT) != 0});
        break;
      case SDL_DROPBEGIN:
        dropped_.clear();
        break;
      case SDL_DROPFILE:
        dropped_.emplace_back(event.drop.file);
        SDL_free(event.drop.file);
        break;
      case SDL_DROPCOMPLETE:
        stage_.session().open_all(dropped_);
        dropped_.clear();
        break;
      default:
        break;
    }
  }

  // The pointer as the events tell it: ImGui's own way asks for the global state, which lags behind on some X
  // servers while a button is down.
  void follow_pointer(const SDL_Event& event) {
    if (event.type == SDL_MOUSEMOTION)
      pointer_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
    if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_LEAVE && !any_down())
      pointer_ = kNowhere;
    if (event.type != SDL_MOUSEBUTTONDOWN && event.type != SDL_MOUSEBUTTONUP) return;
    pointer_ = {static_cast<float>(event.button.x), static_cast<float>(event.button.y)};
    const bool down = event.type == SDL_MOUSEBUTTONDOWN;
    for (std::size_t i = 0; i < kButtons.size(); ++i) {
      if (event.button.button != kButtons[i]) continue;
      down_[i] = down;
      pressed_[i] = pressed_[i] || down;  // a click within one frame counts, too
    }
  }
  void place_pointer() {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = pointer_;
    for (std::size_t i = 0; i < kButtons.size(); ++i) {
      io.MouseDown[i] = down_[i] || pressed_[i];
      pressed_[i] = false;
    }
  }
  bool any_down() const { return down_[0] || down_[1] || down_[2]; }

  inline static const ImVec2 kNowhere{-FLT_MAX, -FLT_MAX};
  // In ImGui's order.
  static constexpr std::array<std::uint8_t, 3> kButtons{SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE};

  SdlWindow& window_;
  Stage& stage_;
  ImVec2 pointer_ = kNowhere;
  std::array<bool, 3> down_{}, pressed_{};
  std::vector<std::filesystem::path> dropped_;
};

}  // namespace

Status show_window(const Character& character, const PreviewOptions& options) {
  auto window = SdlWindow::create(options.width, options.height);
  if (!window) return tl::make_unexpected(window.error());
  auto stage = Stage::create(character, options, (*window)->density(), false);
  if (!stage) return tl::make_unexpected(stage.error());
  const ImGuiEvents events(**window);
  // About half a second's reading.
  (*stage)->session().read_in_background_above(std::uintmax_t{20} << 20);
  if (auto computed = (*stage)->session().update(0.0); !computed)
    return tl::make_unexpected(computed.error());
  (*stage)->session().look(options.view, true);
  return EventLoop(**window, **stage).run();
}

}  // namespace mannequin::preview
