// Where things stand in the window: in one row, whole, and at the same place however one looks at it.
#include <imgui_internal.h>

#include "tests/preview/keyboard_fixture.h"
#include "tools/preview/panels/compare/compare_view.h"
#include "tools/preview/panels/overlay/standing.h"

namespace mannequin::test {
namespace {

class LayoutTest : public KeyboardTest {
 protected:
  float view_width() { return tour_->window().stage().interface().view().size.x; }
  const preview::Commands& commands() { return tour_->window().stage().interface().commands(); }
  void enlarge(int percent) {
    workspace().view.settings.interface_size = percent;
    tour_->settle();
  }
  // What was changed behind the window's back is taken up with the next event.
  void look_again() {
    tour_->move({640, 500});
    tour_->move({642, 500});
    tour_->settle();
  }
  static ImGuiWindow* window(const char* name) { return ImGui::FindWindowByName(name); }
};

TEST_F(LayoutTest, TheToolbarIsOneRowAtAnySize) {
  for (const int percent : {100, 150, 250}) {
    enlarge(percent);
    const float row = ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().WindowPadding.y;
    EXPECT_LT(window("Toolbar")->Size.y, 1.5f * row) << percent;
    EXPECT_LE(window("Toolbar")->ContentSize.x, float{Tour::kWidth}) << percent;
  }
  // What it has no room for is in a menu at its end.
  go_to("Toolbar");
  walk_to({"More"});
  tour_->key(SDLK_SPACE);
  ASSERT_FALSE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  walk_to({"Ground"}, SDLK_DOWN);
  const bool ground = workspace().view.settings.floor;
  tour_->key(SDLK_RETURN);
  EXPECT_NE(workspace().view.settings.floor, ground);
}

TEST_F(LayoutTest, TabsStayUnderThePointer) {
  constexpr Point kJointsTab{1030, 94};
  const float before = view_width();
  tour_->click(kJointsTab);
  const float narrow = view_width();
  EXPECT_LT(narrow, before - 100.0f) << "the table needs more room";
  tour_->click(kJointsTab);
  EXPECT_EQ(view_width(), narrow) << "another tab is there now";
}

TEST_F(LayoutTest, AllKeysAreReadAtAnySize) {
  for (const int percent : {100, 250}) {
    enlarge(percent);
    tour_->key(SDLK_F1);
    const ImGuiWindow* table = nullptr;
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
      if (each->WasActive && std::string_view(each->Name).starts_with("Keys/keys")) table = each;
    ASSERT_NE(table, nullptr);
    EXPECT_LE(table->ContentSize.x, table->InnerRect.GetWidth() + 1.0f);
    tour_->key(SDLK_ESCAPE);
  }
}

TEST_F(LayoutTest, TheNumberOfASliderIsTypedWhereItStands) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  tour_->click({1100, 286});
  tour_->type("body fat");
  tour_->click({1232, 378}, SDL_BUTTON_LEFT, 2);
  tour_->type("37");
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(percent(kBodyFat), 37.0, 1e-6);
}

TEST_F(LayoutTest, ClothesStandAsInTheViewersEditor) {
  wear(write_figure("figure.glb"));
  go_to("Right");
  walk_to({"Pants", "head"}, SDLK_DOWN);
  for (const char* next : {"Shoes", "Socks", "Jacket", "Gloves", "Undershirt", "Underpants", "Skirt"}) {
    tour_->key(SDLK_DOWN);
    EXPECT_TRUE(on({next, "head"})) << next;
  }
}

TEST_F(LayoutTest, TheViewMenuFitsAndNamesBlendersKeys) {
  tour_->key(SDLK_F10);
  walk_to({"##menubar", "View"}, SDLK_RIGHT);
  tour_->key(SDLK_DOWN);
  const ImGuiWindow* const menu = window("##Menu_00");
  ASSERT_NE(menu, nullptr);
  EXPECT_LT(menu->ContentSize.y, float{Tour::kHeight} - 40.0f);
  walk_to({"Panels"}, SDLK_DOWN);
  tour_->key(SDLK_RIGHT);
  walk_to({"Engine"}, SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  using preview::Controls;
  EXPECT_EQ(commands().find("Front view")->keys(Controls::second_life), "1");
  EXPECT_EQ(commands().find("Front view")->keys(Controls::blender), "Num 1");
  EXPECT_EQ(commands().find("Back view")->keys(Controls::blender), "Ctrl+Num 1");
}

TEST_F(LayoutTest, TheCardOfTheFirstStartLeavesTheAvatarFree) {
  workspace().view.settings.controls_chosen = false;
  look_again();
  const ImGuiWindow* const card = window("First start");
  ASSERT_TRUE(card != nullptr && card->WasActive);
  const auto& view = tour_->window().stage().interface().view();
  EXPECT_GT(card->Pos.x, view.min.x + 0.55f * view.size.x);
}

TEST_F(LayoutTest, SidesOfAComparisonAreCalledWhatTheyAre) {
  wear(write_figure("figure.glb"));
  workspace().view.compare.show(true);
  look_again();
  ASSERT_NE(workspace().document.comparison.other(), nullptr);
  EXPECT_EQ(preview::name_of_present(workspace()), "current, default");
  EXPECT_TRUE(
      preview::show_the_same(*workspace().document.comparison.other(), workspace().document.avatar()));
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  look_again();
  EXPECT_FALSE(
      preview::show_the_same(*workspace().document.comparison.other(), workspace().document.avatar()));
  ASSERT_TRUE(workspace().document.shape_file.save(folder_ / "angela.xml"));
  EXPECT_EQ(preview::name_of_present(workspace()), "angela.xml");
  workspace().document.sliders.set(parameter(kHeight), 60.0);
  EXPECT_EQ(preview::name_of_present(workspace()), "angela.xml *");
}

TEST_F(LayoutTest, WhyTheSolesAreOffTheGroundIsTold) {
  const auto cause = [&] {
    look_again();
    return preview::why_off_ground(workspace().document.avatar()).name;
  };
  EXPECT_EQ(cause(), "soles elsewhere");
  constexpr int kHeelHeight = 198;
  workspace().document.sliders.set(parameter(kHeelHeight), 60.0);
  EXPECT_EQ(cause(), "Heel Height");
  workspace().document.sliders.set(parameter(kHoverParameter), 60.0);
  EXPECT_EQ(cause(), "Hover");
  workspace().document.sliders.reset_all();
  while (!workspace().document.avatar().worn().empty()) workspace().document.wardrobe.take_off(0);
  EXPECT_EQ(cause(), "no feet worn");
}

}  // namespace
}  // namespace mannequin::test
