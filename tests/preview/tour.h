// The real window, driven by events like a user's, and its pictures compared with stored ones.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/preview/image.h"
#include "tools/preview/window.h"

namespace mannequin::test {

struct Point {
  int x = 0, y = 0;
};

// 1280 x 800, drawn by SDL's driver for machines without a display.
class Tour {
 public:
  static constexpr int kWidth = 1280, kHeight = 800;

  // Which pixels are filled. Without a GPU they take most of the time.
  enum class Fill { always, for_looks_only };  // the latter: in look() alone, of the panels

  // Says why where there is no OpenGL 4.5 or SDL cannot do without a display.
  static Result<std::unique_ptr<Tour>> begin(const Character& character, PreviewOptions options,
                                             Fill fill = Fill::always);
  ~Tour();

  preview::Workspace& workspace() { return window_->stage().workspace(); }
  preview::Window& window() { return *window_; }

  void move(Point to);
  void click(Point at, int button = SDL_BUTTON_LEFT, int clicks = 1);
  // Both clicks before the window has taken the first of them, as while a picture takes long.
  void double_click_at_once(Point at);
  void click_and_move_at_once(Point at, Point to);
  // In steps, as a hand moves; 4 pixels or more.
  void drag(Point from, Point to, int button = SDL_BUTTON_LEFT);
  void press(Point at, int button = SDL_BUTTON_LEFT);
  void release(Point at, int button = SDL_BUTTON_LEFT);
  void wheel(Point at, int notches);
  void key(SDL_Keycode code, SDL_Keymod modifiers = KMOD_NONE);
  void keys_at_once(SDL_Keycode code, int presses);  // all before the window has taken the first of them
  void key_while_moving(SDL_Keycode code,
                        SDL_Keymod modifiers = KMOD_NONE);  // without waiting until nothing does
  void hold(SDL_Keycode code, int frames);
  void type(const std::string& text);
  // All before the window has taken the first of it.
  void key_and_type_at_once(SDL_Keycode code, const std::string& text);
  void drop(const std::vector<std::filesystem::path>& paths);

  // Until nothing changes by itself any more.
  void settle();
  Image look();

  // Where a point of the world is in the window.
  Point place_of(const Vec3& world);

 private:
  void press(SDL_Keycode code, SDL_Keymod modifiers);
  Tour() = default;
  void send(SDL_Event event);

  Fill fill_ = Fill::always;
  void step(int frames);

  std::unique_ptr<preview::Window> window_;
};

// How different two pictures look, by blocks of 8 x 8 pixels in CIELAB.
struct Difference {
  double mean = 0.0;           // of the blocks, delta E
  double share_visible = 0.0;  // of blocks that visibly differ (delta E 6)
  bool looks_equal() const { return mean < 1.0 && share_visible < 0.01; }
};
Difference difference(const Image& a, const Image& b);

// Half the size, for keeping.
Image halved(const Image& image);

}  // namespace mannequin::test
