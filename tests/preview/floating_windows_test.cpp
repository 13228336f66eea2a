// Windows that open over the main one and close: which has the keys during and after.
#include <imgui_internal.h>

#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

class FloatingWindowsTest : public KeyboardTest {
 protected:
  static constexpr Point kInView{620, 520};

  static bool is_open(const char* name) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(name);
    return window != nullptr && window->WasActive;
  }
  // The cross at its right upper corner.
  static Point cross_of(const char* name) {
    const ImRect bar = ImGui::FindWindowByName(name)->TitleBarRect();
    return {static_cast<int>(bar.Max.x - 0.5f * bar.GetHeight()), static_cast<int>(bar.GetCenter().y)};
  }
};

TEST_F(FloatingWindowsTest, EscClosesTheTopmostWithThePointerInTheView) {
  tour_->click({620, 100});
  tour_->move(kInView);
  tour_->key(SDLK_h, KMOD_LCTRL);
  tour_->key(SDLK_F1);
  ASSERT_TRUE(is_open("History") && is_open("Keys"));
  tour_->move({kInView.x + 5, kInView.y});
  tour_->key(SDLK_ESCAPE);
  EXPECT_FALSE(is_open("Keys"));
  EXPECT_TRUE(is_open("History"));
  tour_->key(SDLK_ESCAPE);
  EXPECT_FALSE(is_open("History"));
  tour_->key(SDLK_j);
  EXPECT_TRUE(workspace().view.settings.joints);
}

TEST_F(FloatingWindowsTest, TheViewHasTheKeysOnceOneWasClosedByItsCross) {
  for (const bool clicked_into : {false, true}) {
    SCOPED_TRACE(clicked_into);
    workspace().document.sliders.set(parameter(kHeight), 70.0);
    tour_->move(kInView);
    tour_->key(SDLK_h, KMOD_LCTRL);
    ASSERT_TRUE(is_open("History"));
    const Point cross = cross_of("History");
    if (clicked_into) tour_->click({cross.x - 100, cross.y + 40});
    tour_->click(cross_of("History"));
    ASSERT_FALSE(is_open("History"));
    tour_->move({kInView.x + 7, kInView.y});
    const bool joints = workspace().view.settings.joints;
    tour_->key(SDLK_j);
    EXPECT_NE(workspace().view.settings.joints, joints);
  }
}

TEST_F(FloatingWindowsTest, AKeyForTheSliderUnderThePointerWalksNowhereElse) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  tour_->click({1016, 185});
  tour_->type("body fat");
  tour_->move(kInView);
  tour_->key(SDLK_F1);
  ASSERT_TRUE(is_open("Keys"));
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  tour_->move({1000, 266});
  tour_->settle();
  const ImGuiID focused = imgui.NavId;
  const double before = percent(kBodyFat);
  tour_->key(SDLK_RIGHT);
  EXPECT_NEAR(percent(kBodyFat), before + 1.0, 1e-6);
  EXPECT_EQ(imgui.NavId, focused) << "the frame in the other window has moved";
}

// The pointer stays in the view: what it points at there is explained, not the name of the colour that has
// the keys.
TEST_F(FloatingWindowsTest, ColoursNameThemselvesOnlyAtThemselves) {
  const auto tooltip = []() -> const ImGuiWindow* {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->WasActive && !window->Hidden)
        return window;
    return nullptr;
  };
  tour_->click({620, 100});
  tour_->move(kInView);
  command("Skin, eyes and hair");
  ASSERT_TRUE(is_open(ImGui::GetCurrentContext()->NavWindow->Name));
  tour_->move({kInView.x + 9, kInView.y});
  EXPECT_EQ(tooltip(), nullptr);
  for (int i = 0; i < 3; ++i) {
    tab();
    const ImGuiWindow* const window = ImGui::GetCurrentContext()->NavWindow;
    ASSERT_NE(window, nullptr);
    const ImRect item = ImGui::WindowRectRelToAbs(const_cast<ImGuiWindow*>(window),
                                                  window->NavRectRel[window->DC.NavLayerCurrent]);
    if (const ImGuiWindow* const shown = tooltip()) {
      EXPECT_LT(std::abs(shown->Pos.x - item.Max.x), 80.0f) << i;
      EXPECT_LT(std::abs(shown->Pos.y - item.Max.y), 80.0f) << i;
    }
  }
}

}  // namespace
}  // namespace mannequin::test
