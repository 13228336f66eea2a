#include "tools/preview/window.h"

#include <backends/imgui_impl_sdl.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "engine/platform/path.h"
#include "engine/platform/program.h"

namespace mannequin::preview {
namespace {

const ImVec2 kNowhere{-FLT_MAX, -FLT_MAX};
// In ImGui's order.
constexpr std::array<std::uint8_t, 3> kButtons{SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE};

bool moves_key(const SDL_Event& event) {
  return event.type == SDL_KEYUP || (event.type == SDL_KEYDOWN && event.key.repeat == 0);
}

bool is_modifier(SDL_Keycode key) {
  return key == SDLK_LCTRL || key == SDLK_RCTRL || key == SDLK_LSHIFT || key == SDLK_RSHIFT ||
         key == SDLK_LALT || key == SDLK_RALT;
}

// A character of a text that is being typed, in a field that Enter has not left yet. With Ctrl there are
// none.
bool writes(const SDL_KeyboardEvent& key) {
  return ImGui::GetIO().WantTextInput && ImGui::GetActiveID() != 0 && key.keysym.sym >= SDLK_SPACE &&
         (key.keysym.sym & SDLK_SCANCODE_MASK) == 0 && (key.keysym.mod & KMOD_CTRL) == 0;
}

// As they were at the event: ImGui's own method asks how they are now, which is later.
void hold_modifiers(Uint16 held) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = (held & KMOD_CTRL) != 0;
  io.KeyShift = (held & KMOD_SHIFT) != 0;
  io.KeyAlt = (held & KMOD_ALT) != 0;
}

}  // namespace

ImGuiEvents::ImGuiEvents(const SdlWindow& window) {
  ImGui_ImplSDL2_InitForOpenGL(window.get(), window.context());
}

ImGuiEvents::~ImGuiEvents() { ImGui_ImplSDL2_Shutdown(); }

Result<std::unique_ptr<Window>> Window::create(const Character& character, const PreviewOptions& options) {
  const Preferences kept = read_preferences(Settings(options.settings_folder).preferences());
  const bool last_size = options.last_size && kept.window_width > 0 && kept.window_height > 0;
  auto window = SdlWindow::create(last_size ? kept.window_width : options.width,
                                  last_size ? kept.window_height : options.height,
                                  last_size           ? SdlWindow::Size::at_most_screen
                                  : options.last_size ? SdlWindow::Size::first
                                                      : SdlWindow::Size::exact);
  if (!window) return error_of(window);
  if (options.last_size && kept.window_maximised) SDL_MaximizeWindow((*window)->get());
  auto stage = Stage::create(character, options, (*window)->density(), false);
  if (!stage) return error_of(stage);
  (*stage)->set_display_scale((*window)->display_scale());
  Workspace& workspace = (*stage)->workspace();
  if (auto computed = workspace.actions.update(0.0); !computed) return error_of(computed);
  workspace.view.camera_control.begin(options.view);
  std::unique_ptr<Window> made(new Window(std::move(*window), std::move(*stage)));
  made->stage().give_way_to_input([window = made.get()] { return window->input_waits(); });
  return made;
}

Status Window::step() {
  SDL_Event event;
  keys_moved_.clear();
  button_down_ = acted_ = commanded_ = false;
  // Nothing to do: sleep until an event arrives, or a file changes.
  if (at_rest()) {
    if (SDL_WaitEventTimeout(&event, static_cast<int>(FileWatch::kInterval.count())) != 0)
      held_ = event;
    else if (!stage_->workspace().document.files.look(FileWatch::Clock::now()) &&
             !stage_->interface().overdue()) {
      stage_->workspace().document.kept.keep_now();
      return {};
    }
    frames_ = kFramesAfterEvent;
  }
  if (held_ && !waits(*held_)) take(*std::exchange(held_, {}));
  held_pictures_ = held_ ? held_pictures_ + 1 : 0;
  while (!held_ && SDL_PollEvent(&event)) {
    if (waits(event))
      held_ = event;
    else
      take(event);
    frames_ = kFramesAfterEvent;
  }
  --frames_;
  int width = 1, height = 1;
  pixels(width, height);
  if (width < 1 || height < 1) {
    std::ranges::fill(ImGui::GetIO().MouseDown, false);  // nothing waits for a picture that does not come
    return {};
  }
  ImGui_ImplSDL2_NewFrame();
  place_pointer();
  const auto result = stage_->frame(0, width, height, window_->density(), true);
  if (!result) return error_of(result);
  more_ = *result;
  if (more_) frames_ = kFramesAfterEvent;  // what ends by itself changes the layout, too
  capture_pointer(stage_->interface().captures_pointer());
  SDL_GL_SwapWindow(window_->get());
  return {};
}

// What would change the picture: not the pointer that only moves over it.
bool Window::input_waits() const {
  if (held_) return true;
  SDL_PumpEvents();
  return SDL_HasEvent(SDL_QUIT) != 0 || SDL_HasEvents(SDL_KEYDOWN, SDL_TEXTINPUT) != 0 ||
         SDL_HasEvents(SDL_MOUSEBUTTONDOWN, SDL_MOUSEWHEEL) != 0 ||
         (any_down() && SDL_HasEvent(SDL_MOUSEMOTION) != 0);
}

// ImGui is updated once per picture, which may take longer than a click: a press and release, or a press and
// drag, within one picture are reported in two, a double click in three. What was done with Ctrl, Shift or
// Alt is reported before these are let go.
bool Window::waits(const SDL_Event& event) const {
  const auto& shown = ImGui::GetIO().MouseDown;
  const bool release_unseen = !any_down() && (shown[0] || shown[1] || shown[2]);
  if (waits_for_field(event)) return true;
  // Where the button was released matters, too: elsewhere it would have dragged something there.
  if (event.type == SDL_MOUSEMOTION || event.type == SDL_MOUSEBUTTONDOWN)
    return button_down_ || release_unseen;
  if (!moves_key(event)) return false;
  const SDL_Keycode key = event.key.keysym.sym;
  if (is_modifier(key) && (acted_ || release_unseen)) return true;
  if (!keys_moved_.contains(event.key.keysym.scancode)) return false;
  // Characters of a text are separate events, and need not wait for one another.
  return !writes(event.key);
}

// What is typed is for the field that a key or a click before it opens, which takes a few pictures; and ImGui
// would put text before the keys of the same picture. Keys that repeat do not wait: there would be more and
// more of them.
bool Window::waits_for_field(const SDL_Event& event) const {
  const bool pressed = event.type == SDL_KEYDOWN && event.key.repeat == 0;
  if ((!pressed && event.type != SDL_TEXTINPUT) || held_pictures_ >= kLongestWay) return false;
  return (pressed && commanded_) || stage_->interface().keys_on_their_way();
}

void Window::take(const SDL_Event& event) {
  if (moves_key(event)) keys_moved_.insert(event.key.keysym.scancode);
  if (event.type == SDL_MOUSEBUTTONDOWN) button_down_ = true;
  if (event.type == SDL_MOUSEBUTTONDOWN ||
      (event.type == SDL_KEYDOWN && !is_modifier(event.key.keysym.sym) && !writes(event.key)))
    commanded_ = true;
  acted_ = acted_ || event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP ||
           (event.type == SDL_KEYDOWN && !is_modifier(event.key.keysym.sym));
  ImGui_ImplSDL2_ProcessEvent(&event);
  if (moves_key(event)) hold_modifiers(event.key.keysym.mod);
  follow_pointer(event);
  switch (event.type) {
    case SDL_QUIT:
      stage_->interface().request_close();
      break;
    case SDL_KEYDOWN:
      stage_->interface().key({.code = event.key.keysym.sym,
                               .ctrl = (event.key.keysym.mod & KMOD_CTRL) != 0,
                               .shift = (event.key.keysym.mod & KMOD_SHIFT) != 0,
                               .alt = (event.key.keysym.mod & KMOD_ALT) != 0});
      break;
    case SDL_DROPBEGIN:
      dropped_.clear();
      break;
    case SDL_DROPFILE:
      dropped_.push_back(path_of_utf8(event.drop.file));
      SDL_free(event.drop.file);
      break;
    case SDL_DROPCOMPLETE:
      stage_->interface().drop(dropped_, dropped_at());
      dropped_.clear();
      break;
    case SDL_WINDOWEVENT:
      window_->leave_room_for_frame();
      if (event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED) keep_size();
      if (event.window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED)
        stage_->set_display_scale(window_->display_scale());
      break;
    default:
      break;
  }
}

void Window::keep_size() {
  const Uint32 flags = SDL_GetWindowFlags(window_->get());
  Preferences& preferences = stage_->workspace().view.settings;
  preferences.window_maximised = (flags & SDL_WINDOW_MAXIMIZED) != 0;
  if ((flags & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN)) != 0) return;
  SDL_GetWindowSize(window_->get(), &preferences.window_width, &preferences.window_height);
}

// Takes the pointer from events: ImGui's own method queries the global state, which lags on some X servers
// while a button is down.
void Window::follow_pointer(const SDL_Event& event) {
  if (event.type == SDL_MOUSEMOTION && captured_)
    pointer_ = {pointer_.x + static_cast<float>(event.motion.xrel),
                pointer_.y + static_cast<float>(event.motion.yrel)};
  else if (event.type == SDL_MOUSEMOTION)
    pointer_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
  if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_LEAVE && !any_down())
    pointer_ = kNowhere;
  if (event.type != SDL_MOUSEBUTTONDOWN && event.type != SDL_MOUSEBUTTONUP) return;
  if (!captured_) pointer_ = {static_cast<float>(event.button.x), static_cast<float>(event.button.y)};
  const bool down = event.type == SDL_MOUSEBUTTONDOWN;
  if (down && !any_down()) rest_ = pointer_;
  for (std::size_t i = 0; i < kButtons.size(); ++i) {
    if (event.button.button != kButtons[i]) continue;
    down_[i] = down;
    if (down) double_click_ = event.button.clicks > 0 && event.button.clicks % 2 == 0;
    pressed_[i] = pressed_[i] || down;  // a click within one frame counts, too
  }
}

void Window::place_pointer() {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = pointer_;
  for (std::size_t i = 0; i < kButtons.size(); ++i) {
    io.MouseDown[i] = down_[i] || pressed_[i];
    pressed_[i] = false;
  }
  // The system has counted the clicks, by its own times rather than by those of pictures.
  io.MouseDoubleClickTime = std::exchange(double_click_, false) ? FLT_MAX : 0.0f;
}

// While the camera is dragged, the pointer is hidden and stays in place, and only its motion counts: screen
// edges do not end the drag. Where the system does not support that, the pointer moves as usual.
void Window::capture_pointer(bool on) {
  if (on == captured_ || SDL_SetRelativeMouseMode(on ? SDL_TRUE : SDL_FALSE) != 0) return;
  captured_ = on;
  if (on) return;
  SDL_WarpMouseInWindow(window_->get(), static_cast<int>(rest_.x), static_cast<int>(rest_.y));
  pointer_ = rest_;
}

// While files are dragged over the window, no event reports the pointer's position. Once they are dropped, it
// enters the window on most systems; elsewhere the global state has it, which an X server without devices of
// its own (VNC) never updates.
ImVec2 Window::dropped_at() const {
  if (pointer_.x != kNowhere.x) return pointer_;
  int x = 0, y = 0, left = 0, top = 0;
  SDL_GetGlobalMouseState(&x, &y);
  SDL_GetWindowPosition(window_->get(), &left, &top);
  return {static_cast<float>(x - left), static_cast<float>(y - top)};
}

Status show_window(const Character& character, const PreviewOptions& options) {
  auto window = Window::create(character, options);
  if (!window) return error_of(window);
  leave_own_console();
  while (!(*window)->closed())
    if (auto status = (*window)->step(); !status) return status;
  (*window)->stage().workspace().document.kept.end();
  (*window)->stage().workspace().actions.keep_preferences();
  // Exits at once: threads still at work would use destroyed objects, or delay the exit.
  if ((*window)->stage().workspace().document.working() || (*window)->stage().opens()) {
    (*window)->hide();
    std::fflush(nullptr);
    std::_Exit(0);
  }
  return {};
}

}  // namespace mannequin::preview
