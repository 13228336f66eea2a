// Where a new window goes: all of it is on the screen, with its title bar.
#include "tools/preview/sdl_window.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace mannequin::preview {
namespace {

TEST(WindowFrame, NoPartOfAWindowIsOffTheScreen) {
  const FrameWidths frame{.top = 20, .left = 1, .bottom = 5, .right = 1};
  // One with a panel at the top, and one beside another.
  for (const SDL_Rect& screen : std::array{SDL_Rect{0, 28, 1280, 692}, SDL_Rect{1920, 0, 2560, 1440}})
    for (const int width : {800, 1278, 1280, 2560})
      for (const int height : {500, 667, 695, 720, 1440})
        for (const int x : {0, 1, 300, 1900, 4000})
          for (const int y : {-40, 0, 12, 32, 900}) {
            const SDL_Rect window{x, y, width, height}, put = with_frame_on_screen(window, frame, screen);
            EXPECT_GE(put.x - frame.left, screen.x);
            EXPECT_GE(put.y - frame.top, screen.y);
            EXPECT_LE(put.x + put.w + frame.right, screen.x + screen.w);
            EXPECT_LE(put.y + put.h + frame.bottom, screen.y + screen.h);
            EXPECT_TRUE(put.w <= width && put.h <= height);
            // One that is on the screen stays as it is.
            EXPECT_TRUE(SDL_RectEquals(&put, &window) == SDL_TRUE || x - frame.left < screen.x ||
                        y - frame.top < screen.y || x + width + frame.right > screen.x + screen.w ||
                        y + height + frame.bottom > screen.y + screen.h);
          }
}

TEST(FirstWindow, TakesMostOfALargeScreen) {
  const auto size = [](int width, int height) {
    const SDL_Point first = first_window_size({0, 0, width, height}, {1280, 800});
    return std::pair(first.x, first.y);
  };
  EXPECT_EQ(size(1280, 720), std::pair(1280, 800)) << "made smaller where it is opened";
  EXPECT_EQ(size(1600, 900), std::pair(1280, 800));
  EXPECT_EQ(size(2560, 1440), std::pair(1920, 1080));
  EXPECT_EQ(size(5120, 1440), std::pair(1920, 1080)) << "two screens wide";
}

}  // namespace
}  // namespace mannequin::preview
