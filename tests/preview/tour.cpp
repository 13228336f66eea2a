#include "tests/preview/tour.h"

#include <imgui.h>

#include <chrono>
#include <cmath>

#include "engine/gpu/gl_context.h"
#include "tools/preview/panels/shared/view_rect.h"

namespace mannequin::test {
namespace {

// A time-out that only a window that never rests reaches. Counting steps would not do: some things wait for
// time to pass, in which a fast machine draws hundreds of pictures.
constexpr std::chrono::seconds kLongestUnrest{60};

struct Lab {
  double l = 0.0, a = 0.0, b = 0.0;
};

double linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

Lab lab(double r, double g, double b) {
  r = linear(r), g = linear(g), b = linear(b);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
               y = f(0.2126 * r + 0.7152 * g + 0.0722 * b),
               z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

// The mean colour of a block.
Lab block(const Image& image, int left, int top, int size) {
  double sum[3] = {};
  for (int y = top; y < top + size; ++y)
    for (int x = left; x < left + size; ++x)
      for (int c = 0; c < 3; ++c) sum[c] += image.at(x, y)[c];
  const double all = 255.0 * size * size;
  return lab(sum[0] / all, sum[1] / all, sum[2] / all);
}

std::uint32_t window_id() { return SDL_GetWindowID(SDL_GL_GetCurrentWindow()); }

SDL_Event button_event(std::uint32_t type, Point at, int button, int clicks = 1) {
  SDL_Event event{};
  event.type = type;
  event.button.windowID = window_id();
  event.button.button = static_cast<std::uint8_t>(button);
  event.button.clicks = static_cast<std::uint8_t>(clicks);
  event.button.x = at.x;
  event.button.y = at.y;
  return event;
}

SDL_Event key_event(std::uint32_t type, SDL_Keycode code, SDL_Keymod modifiers = KMOD_NONE) {
  SDL_Event event{};
  event.type = type;
  event.key.windowID = window_id();
  event.key.keysym.sym = code;
  event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
  event.key.keysym.mod = static_cast<std::uint16_t>(modifiers);
  return event;
}

// SDL's events for a typed text: one for each part that fits into one.
std::vector<SDL_Event> text_events(const std::string& text) {
  std::vector<SDL_Event> events;
  for (std::size_t at = 0; at < text.size();) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    event.text.windowID = window_id();
    at += text.copy(event.text.text, sizeof event.text.text - 1, at);
    events.push_back(event);
  }
  return events;
}

// Whether pixels are filled. Copies of whole pictures take as long, and are not primitives that OpenGL could
// be told to discard, so these calls are replaced.
void fill_pixels(bool on) {
  static const auto copy = glad_glBlitNamedFramebuffer;
  (on ? glDisable : glEnable)(GL_RASTERIZER_DISCARD);
  glad_glBlitNamedFramebuffer =
      on ? copy
         : [](GLuint, GLuint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield, GLenum) {};
}

}  // namespace

Result<std::unique_ptr<Tour>> Tour::begin(const Character& character, PreviewOptions options, Fill fill) {
  SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
  options.width = kWidth;
  options.height = kHeight;
  auto window = preview::Window::create(character, options);
  if (!window) return error_of(window);
  std::unique_ptr<Tour> tour(new Tour());
  tour->window_ = std::move(*window);
  tour->fill_ = fill;
  fill_pixels(fill == Fill::always);
  tour->settle();
  return tour;
}

Tour::~Tour() {
  SDL_SetModState(KMOD_NONE);
  fill_pixels(true);
}

void Tour::send(SDL_Event event) {
  SDL_PushEvent(&event);
  const Status status = window_->step();
  EXPECT_TRUE(status) << status.error().message();
}

void Tour::move(Point to) {
  SDL_Event event{};
  event.type = SDL_MOUSEMOTION;
  event.motion.windowID = window_id();
  event.motion.x = to.x;
  event.motion.y = to.y;
  send(event);
}

void Tour::press(Point at, int button) { send(button_event(SDL_MOUSEBUTTONDOWN, at, button)); }

void Tour::release(Point at, int button) { send(button_event(SDL_MOUSEBUTTONUP, at, button)); }

void Tour::click(Point at, int button, int clicks) {
  move(at);
  for (int i = 0; i < clicks; ++i) {
    send(button_event(SDL_MOUSEBUTTONDOWN, at, button, i + 1));
    release(at, button);
  }
  settle();
}

void Tour::double_click_at_once(Point at) {
  move(at);
  for (const int clicks : {1, 2})
    for (const auto type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
      SDL_Event event = button_event(type, at, SDL_BUTTON_LEFT, clicks);
      SDL_PushEvent(&event);
    }
  settle();
}

void Tour::click_and_move_at_once(Point at, Point to) {
  move(at);
  for (const auto type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
    SDL_Event event = button_event(type, at, SDL_BUTTON_LEFT);
    SDL_PushEvent(&event);
  }
  move(to);
  settle();
}

void Tour::drag(Point from, Point to, int button) {
  constexpr int kMoves = 4;
  move(from);
  press(from, button);
  for (int i = 1; i <= kMoves; ++i)
    move({from.x + (to.x - from.x) * i / kMoves, from.y + (to.y - from.y) * i / kMoves});
  release(to, button);
  settle();
}

void Tour::wheel(Point at, int notches) {
  move(at);
  SDL_Event event{};
  event.type = SDL_MOUSEWHEEL;
  event.wheel.windowID = window_id();
  event.wheel.y = notches;
  send(event);
  settle();
}

void Tour::press(SDL_Keycode code, SDL_Keymod modifiers) {
  SDL_SetModState(modifiers);
  for (const auto type : {SDL_KEYDOWN, SDL_KEYUP}) {
    // Releases the modifiers first.
    if (type == SDL_KEYUP) SDL_SetModState(KMOD_NONE);
    send(key_event(type, code, SDL_GetModState()));
  }
}

void Tour::key(SDL_Keycode code, SDL_Keymod modifiers) {
  press(code, modifiers);
  settle();
}

void Tour::keys_at_once(SDL_Keycode code, int presses) {
  for (int i = 0; i < presses; ++i)
    for (const auto type : {SDL_KEYDOWN, SDL_KEYUP}) {
      SDL_Event event = key_event(type, code);
      SDL_PushEvent(&event);
    }
  settle();
}

void Tour::step(int frames) {
  for (int i = 0; i < frames; ++i) {
    const Status status = window_->step();
    EXPECT_TRUE(status) << status.error().message();
  }
}

void Tour::key_while_moving(SDL_Keycode code, SDL_Keymod modifiers) {
  constexpr int kFrames = 3;  // a text field has gone by then
  press(code, modifiers);
  step(kFrames);
}

void Tour::hold(SDL_Keycode code, int frames) {
  send(key_event(SDL_KEYDOWN, code));
  step(frames);
  send(key_event(SDL_KEYUP, code));
  settle();
}

void Tour::type(const std::string& text) {
  for (const SDL_Event& event : text_events(text)) send(event);
  settle();
}

void Tour::key_and_type_at_once(SDL_Keycode code, const std::string& text) {
  for (const auto type : {SDL_KEYDOWN, SDL_KEYUP}) {
    SDL_Event event = key_event(type, code);
    SDL_PushEvent(&event);
  }
  for (SDL_Event& event : text_events(text)) SDL_PushEvent(&event);
  settle();
}

void Tour::drop(const std::vector<std::filesystem::path>& paths) {
  SDL_Event event{};
  event.type = SDL_DROPBEGIN;
  SDL_PushEvent(&event);
  for (const auto& path : paths) {
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(path.c_str());
    SDL_PushEvent(&event);
  }
  event.drop.file = nullptr;
  event.type = SDL_DROPCOMPLETE;
  send(event);
  settle();
}

void Tour::settle() {
  // The first step takes the event; its consequences may take many.
  const auto began = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - began < kLongestUnrest) {
    const Status status = window_->step();
    ASSERT_TRUE(status) << status.error().message();
    if (window_->at_rest()) return;
  }
  ADD_FAILURE() << "the window does not come to rest";
}

Image Tour::look() {
  Image image;
  fill_pixels(true);
  window_->pixels(image.width, image.height);
  window_->stage().forget_panels();
  // Drawn once more and read before it is swapped away.
  const auto drawn = window_->stage().frame(0, image.width, image.height, 1.0f, true);
  EXPECT_TRUE(drawn);
  fill_pixels(fill_ == Fill::always);
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(image.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
  for (int y = image.height - 1; y >= 0; --y) {
    const auto from = upside_down.begin() + static_cast<std::ptrdiff_t>(row) * y;
    image.rgba.insert(image.rgba.end(), from, from + static_cast<std::ptrdiff_t>(row));
  }
  return image;
}

Point Tour::place_of(const Vec3& world) {
  const preview::ViewRect& view = window_->stage().interface().view();
  ImVec2 at;
  EXPECT_TRUE(preview::project(workspace().view.camera().clip_from_world(view.aspect()), view, world, at));
  return {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))};
}

Difference difference(const Image& a, const Image& b) {
  constexpr int kBlock = 8, kVisible = 6;
  Difference result;
  if (a.width != b.width || a.height != b.height || a.rgba.empty())
    return {.mean = 100.0, .share_visible = 1.0};
  int blocks = 0, visible = 0;
  for (int y = 0; y + kBlock <= a.height; y += kBlock)
    for (int x = 0; x + kBlock <= a.width; x += kBlock) {
      const Lab p = block(a, x, y, kBlock), q = block(b, x, y, kBlock);
      const double away = std::hypot(p.l - q.l, p.a - q.a, p.b - q.b);
      result.mean += away;
      visible += away > kVisible ? 1 : 0;
      ++blocks;
    }
  result.mean /= blocks;
  result.share_visible = static_cast<double>(visible) / blocks;
  return result;
}

Image halved(const Image& image) {
  Image half{.width = image.width / 2, .height = image.height / 2};
  half.rgba.reserve(4 * static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height));
  for (int y = 0; y < half.height; ++y)
    for (int x = 0; x < half.width; ++x)
      for (int c = 0; c < 4; ++c)
        half.rgba.push_back(static_cast<std::uint8_t>(
            (image.at(2 * x, 2 * y)[c] + image.at(2 * x + 1, 2 * y)[c] + image.at(2 * x, 2 * y + 1)[c] +
             image.at(2 * x + 1, 2 * y + 1)[c] + 2) /
            4));
  return half;
}

}  // namespace mannequin::test
