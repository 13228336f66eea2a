// Ctrl and Shift with a key or a click, all within one picture: on a slow machine it takes longer than they
// do.
#include <imgui.h>

#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

class HeldKeysTest : public KeyboardTest {
 protected:
  static void push(SDL_EventType type, SDL_Keycode code, SDL_Keymod held) {
    SDL_Event event{};
    event.type = type;
    event.key.keysym.sym = code;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
    event.key.keysym.mod = static_cast<Uint16>(held);
    SDL_PushEvent(&event);
  }
  static void push_button(SDL_EventType type) {
    SDL_Event event{};
    event.type = type;
    event.button.button = SDL_BUTTON_LEFT;
    event.button.clicks = 1;
    event.button.x = event.button.y = 300;
    SDL_PushEvent(&event);
  }
  void step() {
    const Status status = tour_->window().step();
    ASSERT_TRUE(status) << status.error().message();
  }
};

TEST_F(HeldKeysTest, ALetterIsSeenWithTheCtrlThatWasHeldAtIt) {
  push(SDL_KEYDOWN, SDLK_LCTRL, KMOD_LCTRL);
  push(SDL_KEYDOWN, SDLK_k, KMOD_LCTRL);
  push(SDL_KEYUP, SDLK_k, KMOD_LCTRL);
  push(SDL_KEYUP, SDLK_LCTRL, KMOD_NONE);
  step();
  const ImGuiIO& io = ImGui::GetIO();
  EXPECT_TRUE(io.KeysDown[SDL_SCANCODE_K]);
  EXPECT_TRUE(io.KeyCtrl);
  tour_->settle();
  EXPECT_FALSE(io.KeysDown[SDL_SCANCODE_K]);
  EXPECT_FALSE(io.KeyCtrl);
}

TEST_F(HeldKeysTest, AClickIsSeenWithTheShiftThatWasHeldAtIt) {
  push(SDL_KEYDOWN, SDLK_LSHIFT, KMOD_LSHIFT);
  push_button(SDL_MOUSEBUTTONDOWN);
  push_button(SDL_MOUSEBUTTONUP);
  push(SDL_KEYUP, SDLK_LSHIFT, KMOD_NONE);
  step();
  const ImGuiIO& io = ImGui::GetIO();
  EXPECT_TRUE(io.MouseDown[0]);
  EXPECT_TRUE(io.KeyShift);
  step();
  EXPECT_FALSE(io.MouseDown[0]);
  EXPECT_TRUE(io.KeyShift) << "a click counts where it is let go";
  tour_->settle();
  EXPECT_FALSE(io.KeyShift);
}

}  // namespace
}  // namespace mannequin::test
