// Keys and clicks all within one picture: on a slow machine it takes longer than they do.
#include <imgui.h>

#include <string_view>

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
  // Pressed, with the letter that it writes, and let go.
  static void push_key(SDL_Keycode code, SDL_Keymod held = KMOD_NONE) {
    push(SDL_KEYDOWN, code, held);
    if (held == KMOD_NONE && code >= SDLK_SPACE && (code & SDLK_SCANCODE_MASK) == 0) {
      SDL_Event event{};
      event.type = SDL_TEXTINPUT;
      event.text.text[0] = static_cast<char>(code);
      SDL_PushEvent(&event);
    }
    push(SDL_KEYUP, code, held);
  }
  static void push_keys(std::string_view letters) {
    for (const char letter : letters) push_key(letter);
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

// All before the window has taken the first of it, as where a picture takes a second.
TEST_F(HeldKeysTest, FiguresReachTheFieldThatTheFirstOfThemOpensAndEnterDoesToo) {
  wear(write_figure("figure.glb"));
  go_to("Right");
  walk_to({"Body", "head"});
  if (workspace().view.settings.open_section != "Body") tour_->key(SDLK_RETURN);
  walk_to({"Body", kHeight, "track"}, SDLK_DOWN);
  const std::size_t steps = workspace().document.history().done();
  for (const char* number : {"64", "37"}) {
    push_keys(number);
    push_key(SDLK_RETURN);
  }
  tour_->settle();
  EXPECT_NEAR(percent(kHeight), 37.0, 1e-6);
  EXPECT_EQ(workspace().document.history().done(), steps + 2);
  ASSERT_TRUE(on({"Body", kHeight, "track"})) << "and the focus is on the slider again";
  push_keys("81.5");
  push_key(SDLK_RETURN);
  push_key(SDLK_RIGHT);
  tour_->settle();
  EXPECT_NEAR(percent(kHeight), 82.5, 1e-6);
  push_keys("12");
  push_key(SDLK_ESCAPE);
  tour_->settle();
  EXPECT_NEAR(percent(kHeight), 82.5, 1e-6) << "Esc takes no number";
}

TEST_F(HeldKeysTest, WhatIsTypedBehindTheSearchReachesTheSliderThatItFinds) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  push_key(SDLK_F3);
  push_keys("body fat");
  push_key(SDLK_RETURN);
  push_keys("64");
  push_key(SDLK_RETURN);
  push_key(SDLK_LEFT);
  tour_->settle();
  EXPECT_NEAR(percent(kBodyFat), 63.0, 1e-6);
}

TEST_F(HeldKeysTest, APathTypedBehindCtrlOIsOpened) {
  workspace().view.settings.system_dialogs = false;
  const auto file = write_figure("figure.glb");
  push_key(SDLK_o, KMOD_LCTRL);
  push_keys(file.string());
  push_key(SDLK_RETURN);
  tour_->settle();
  EXPECT_EQ(workspace().document.avatar().worn().back()->name, "figure.glb");
}

}  // namespace
}  // namespace mannequin::test
