// Everything the window can do, without a pointer: reaches each part by keys, and uses it.
#include <imgui_internal.h>

#include <algorithm>

#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

TEST_F(KeyboardTest, AreasAreWalkedThroughInACircle) {
  EXPECT_EQ(area(), "");
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i) {
    tour_->key(SDLK_TAB, KMOD_LCTRL);
    names.push_back(area());
    if (!area().empty()) expect_frame();
  }
  const std::vector<std::string> expected{"Right", "##MainMenuBar", "Toolbar", "Worn", ""};
  EXPECT_EQ(names, expected);
  for (std::size_t i = 0; i < names.size(); ++i) {
    tour_->key(SDLK_TAB, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LSHIFT));
    EXPECT_EQ(area(), expected[(2 * names.size() - 2 - i) % names.size()]) << i;
  }
  tour_->key(SDLK_F10);
  EXPECT_EQ(area(), "##MainMenuBar");
  expect_frame();
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(area(), "");
  // Tab alone leads out of the view, too.
  tab();
  EXPECT_EQ(area(), "Right");
}

// Tab comes to each thing once and then round again, and presses none of them.
TEST_F(KeyboardTest, TabComesRoundInEveryPanel) {
  wear(write_figure("figure.glb"));
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  const std::string skins = workspace().view.scene().backend();
  const std::size_t steps = workspace().document.history().done();
  const auto walk_round = [&](const std::string& what, std::size_t least) {
    SCOPED_TRACE(what);
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    tab();
    std::vector<ImGuiID> seen;
    const ImGuiID first = imgui.NavId;
    do {
      ASSERT_NE(imgui.NavId, 0u);
      ASSERT_TRUE(imgui.NavIdIsAlive);
      ASSERT_FALSE(imgui.NavDisableHighlight);
      seen.push_back(imgui.NavId);
      tab();
    } while (imgui.NavId != first && seen.size() < 200);
    EXPECT_EQ(imgui.NavId, first) << "does not come round";
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), seen.size());
    EXPECT_GE(seen.size(), least);
    shift_tab();
    EXPECT_EQ(imgui.NavId, seen.back());
    tab();
    EXPECT_EQ(imgui.NavId, first);
  };
  for (const auto& [name, least] : {std::pair{"Worn", 6}, {"Toolbar", 12}, {"##MainMenuBar", 8}}) {
    go_to(name);
    walk_round(name, static_cast<std::size_t>(least));
  }
  for (const auto& [tab_name, least] : {std::pair{"Sliders tab", 40},
                                        {"Joints tab", 9},
                                        {"weights", 12},
                                        {"Skeleton tab", 10},
                                        {"Pose tab", 19},
                                        {"compare", 20},
                                        {"Engine tab", 11}}) {
    tour_->key(SDLK_ESCAPE);
    command(tab_name);
    go_to("Right");
    walk_round(tab_name, static_cast<std::size_t>(least));
  }
  EXPECT_EQ(workspace().document.history().done(), steps) << "walking changes nothing";
  EXPECT_EQ(workspace().document.avatar().sex(), Sex::female);
  EXPECT_EQ(workspace().view.scene().backend(), skins);
  EXPECT_FALSE(workspace().view.compare.shown());
}

TEST_F(KeyboardTest, TheFirstQuestionIsAnswered) {
  workspace().view.settings.controls_chosen = false;
  tour_->settle();
  go_to("First start");
  expect_frame();
  walk_to({"Blender"});
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().view.settings.controls_chosen);
  EXPECT_EQ(workspace().view.settings.controls, preview::Controls::blender);
  tour_->settle();
  EXPECT_EQ(area(), "") << "the card is gone, and the view has the keys";
  tour_->key(SDLK_j);
  EXPECT_TRUE(workspace().view.settings.joints);
}

TEST_F(KeyboardTest, MenusOpenAndRun) {
  tour_->key(SDLK_F10);
  walk_to({"##menubar", "View"}, SDLK_RIGHT);
  tour_->key(SDLK_DOWN);
  walk_to({"Joints"}, SDLK_DOWN);
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().view.settings.joints);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(area(), "");
}

TEST_F(KeyboardTest, EscClosesAMenuWhoseSubmenuThePointerHolds) {
  const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
  tour_->key(SDLK_F10);
  walk_to({"##menubar", "View"}, SDLK_RIGHT);
  ImGuiWindow* const bar = ImGui::GetCurrentContext()->NavWindow;
  const ImVec2 view = ImGui::WindowRectRelToAbs(bar, bar->NavRectRel[ImGuiNavLayer_Menu]).GetCenter();
  tour_->click({static_cast<int>(view.x), static_cast<int>(view.y)});
  ASSERT_EQ(open.Size, 1);
  const ImRect menu = open.back().Window->Rect();
  const int x = static_cast<int>(menu.GetCenter().x);
  for (int y = static_cast<int>(menu.Min.y); y < static_cast<int>(menu.Max.y) && open.Size < 2; y += 6) {
    tour_->move({x, y});
    tour_->settle();
  }
  ASSERT_EQ(open.Size, 2) << "no submenu was found";
  tour_->key(SDLK_ESCAPE);
  tour_->settle();
  EXPECT_EQ(open.Size, 0);
}

TEST_F(KeyboardTest, TheToolbarIsUsed) {
  go_to("Toolbar");
  walk_to({"Volumes"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().view.settings.volumes);
  walk_to({"##pose"});
  tour_->key(SDLK_SPACE);
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  EXPECT_NE(workspace().document.avatar().choice().pose_name, "T");
}

TEST_F(KeyboardTest, TheViewTurnsAndTakesItsKeys) {
  const auto camera = workspace().view.camera();
  tour_->hold(SDLK_LEFT, 6);
  EXPECT_NE(workspace().view.camera().yaw, camera.yaw);
  tour_->hold(SDLK_UP, 6);
  EXPECT_NE(workspace().view.camera().distance, camera.distance);
  tour_->key(SDLK_j);
  EXPECT_TRUE(workspace().view.settings.joints);
  // In a panel these keys are the panel's.
  go_to("Right");
  const auto turned = workspace().view.camera();
  tour_->hold(SDLK_LEFT, 6);
  tour_->key(SDLK_j);
  EXPECT_EQ(workspace().view.camera(), turned);
  EXPECT_TRUE(workspace().view.settings.joints);
  tour_->key(SDLK_ESCAPE);
  tour_->key(SDLK_j);
  EXPECT_FALSE(workspace().view.settings.joints);
}

TEST_F(KeyboardTest, AWornFileIsShownChangedMovedAndTakenOff) {
  wear(write_figure("first.glb"));
  wear(write_figure("second.glb"));
  ASSERT_EQ(workspace().document.avatar().worn().size(), 2u);
  const auto worn = [&](std::size_t i) { return workspace().document.avatar().worn()[i]; };
  go_to("Worn");
  walk_to({0, "##visible"});
  expect_frame();
  tour_->key(SDLK_SPACE);
  EXPECT_FALSE(worn(0)->visible);
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(worn(0)->visible);
  walk_to({0, "##name"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  const bool positions = worn(0)->joint_positions;
  walk_to({0, "joint positions"});
  tour_->key(SDLK_SPACE);
  EXPECT_NE(worn(0)->joint_positions, positions);
  walk_to({0, "joint positions"});
  if (positions) tour_->key(SDLK_SPACE);
  walk_to({0, "lock scale"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(worn(0)->lock_scale);
  walk_to({0, "opacity"});
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type("40");
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(worn(0)->opacity, 0.4f, 1e-5f);
  walk_to({0, "tint", "##ColorButton"});
  tour_->key(SDLK_SPACE);
  EXPECT_FALSE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  tour_->key(SDLK_ESCAPE);
  walk_to({0, "\u2193"});
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(worn(1)->name, "first.glb");
  walk_to({1, "Check"});
  tour_->key(SDLK_RETURN);
  walk_to({1, "Replace..."});
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(area(), "Open a file");
  tour_->key(SDLK_ESCAPE);
  tour_->key(SDLK_ESCAPE);
  go_to("Worn");
  walk_to({1, "\u2715"});
  tour_->key(SDLK_RETURN);
  ASSERT_EQ(workspace().document.avatar().worn().size(), 1u);
  // What was focused is gone, and something near it has the focus.
  EXPECT_EQ(area(), "Worn");
  expect_frame();
}

TEST_F(KeyboardTest, AFindingIsShownAndCopied) {
  wear(write_figure("figure.glb"));
  workspace().document.wardrobe.use_joint_positions(0, true);
  tour_->key(SDLK_ESCAPE);
  wait_for_findings();
  go_to("Worn");
  const auto& list = workspace().document.findings().list();
  const auto found =
      std::ranges::find(list, "joint_offset", [](const auto& each) { return each.finding.code; });
  ASSERT_NE(found, list.end());
  const auto row = static_cast<int>(found - list.begin()) + 1;
  walk_to({row, "Show"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.selection.joint, character_.skeleton.find("mChest"));
  walk_to({row, "Copy"});
  tour_->key(SDLK_RETURN);
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("joint_offset"), std::string::npos);
  // Its page.
  walk_to({row, "?"});
  tour_->key(SDLK_RETURN);
  tour_->settle();
  const ImGuiWindow* const guide = ImGui::FindWindowByName("Guide");
  ASSERT_NE(guide, nullptr);
  EXPECT_TRUE(guide->Active);
}

TEST_F(KeyboardTest, ASliderIsFoundSteppedTypedAndReset) {
  wear(write_figure("figure.glb"));
  go_to("Right");
  walk_to({"Head", "head"});
  expect_frame();
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().view.settings.open_section, "Head");
  walk_to({"Body", "head"});
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.settings.open_section, "Body");
  walk_to({"Body", kHeight, "track"}, SDLK_DOWN);
  expect_frame();
  const double before = percent(kHeight);
  tour_->key(SDLK_RIGHT);
  EXPECT_NEAR(percent(kHeight), before + 1.0, 1e-6);
  tour_->key(SDLK_LEFT, KMOD_LSHIFT);
  EXPECT_NEAR(percent(kHeight), before + 0.9, 1e-6);
  ASSERT_TRUE(on({"Body", kHeight, "track"})) << "a step is no walk";
  // However long a picture takes, no press is lost.
  const std::size_t steps = workspace().document.history().done();
  tour_->keys_at_once(SDLK_RIGHT, 5);
  EXPECT_NEAR(percent(kHeight), before + 5.9, 1e-6);
  EXPECT_LE(workspace().document.history().done(), steps + 1) << "a run of keys is one step";
  tour_->key(SDLK_RETURN);
  tour_->type("37");
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(percent(kHeight), 37.0, 1e-6);
  ASSERT_TRUE(on({"Body", kHeight, "track"})) << "and the focus is on it again";
  expect_frame();
  tour_->key(SDLK_BACKSPACE);
  EXPECT_NEAR(percent(kHeight), before, 1e-6);
  tour_->key(SDLK_RIGHT);
  // Its name unfolds the pictures of its ends, and these step it by ten.
  shift_tab();
  ASSERT_TRUE(on({"Body", kHeight, "name"}));
  expect_frame();
  tour_->key(SDLK_SPACE);
  walk_to({"Body", kHeight, "maximum"});
  tour_->key(SDLK_SPACE);
  EXPECT_NEAR(percent(kHeight), before + 11.0, 1e-6);
  walk_to({"Body", "reset"});
  tour_->key(SDLK_SPACE);
  EXPECT_NEAR(percent(kHeight), before, 1e-6);
}

TEST_F(KeyboardTest, ANumberThatIsBeingTypedIsOverWhenAnotherShapeComes) {
  wear(write_figure("figure.glb"));
  go_to("Right");
  walk_to({"Body", kHeight, "track"}, SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  tour_->type("77");
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  const auto shape = folder_ / "other.json";
  ASSERT_TRUE(io::write_file(shape, std::string_view(R"({"params": {"33": 1.0}})")));
  tour_->drop({shape});
  tour_->settle();
  EXPECT_FALSE(ImGui::GetIO().WantTextInput) << "its number would stand over that of the shape";
  const double now = percent(kHeight);
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(percent(kHeight), now, 1e-6);
}

TEST_F(KeyboardTest, TheHeadOfTheSlidersIsUsed) {
  wear(write_figure("figure.glb"));
  go_to("Right");
  walk_to({"\u2642 Male"});
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().document.avatar().sex(), Sex::male);
  walk_to({"\u2640 Female"});
  tour_->key(SDLK_SPACE);
  walk_to({"height"});
  expect_frame();
  tour_->key(SDLK_SPACE);
  const auto of_the_shape = [&](const char* what) {
    walk_to({"##shape"});
    expect_frame();
    tour_->key(SDLK_SPACE);
    walk_to({what}, SDLK_DOWN);
    tour_->key(SDLK_RETURN);
  };
  of_the_shape("Rest");
  EXPECT_FALSE(workspace().document.avatar().choice().apply_parameters);
  of_the_shape("Default shape");
  EXPECT_TRUE(workspace().document.avatar().choice().apply_parameters);
  walk_to({"##search"});
  tour_->type("body fat");
  walk_to({"Body", kBodyFat, "track"});
  tour_->key(SDLK_RIGHT);
  EXPECT_NEAR(percent(kBodyFat), 1.0, 1e-6);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(area(), "");
}

TEST_F(KeyboardTest, ASliderLookedForByF3TakesArrowsAndFigures) {
  constexpr int kSaddlebags = 753, kBelly = 157;
  wear(write_figure("figure.glb"));
  command("saddle");
  EXPECT_EQ(workspace().view.settings.open_section, "Legs");
  command("belly");
  EXPECT_EQ(workspace().view.settings.open_section, "Torso");
  ASSERT_TRUE(on({"Torso", kBelly, "track"}));
  expect_frame();
  const double before = percent(kBelly), saddle = percent(kSaddlebags);
  tour_->key(SDLK_RIGHT);
  EXPECT_NEAR(percent(kBelly), before + 1.0, 1e-6);
  // Figures go to where the frame is, also those that are keys of the view.
  const auto camera = workspace().view.camera().yaw;
  for (const char* figure : {"4", "2", ".5"}) {
    if (*figure != '.') tour_->key(*figure);
    tour_->type(figure);
  }
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(percent(kBelly), 42.5, 1e-6);
  EXPECT_EQ(workspace().view.camera().yaw, camera);
  ASSERT_TRUE(on({"Torso", kBelly, "track"}));
  // Esc leaves the number, then the panel: one thing at a time.
  tour_->type("7");
  tour_->key(SDLK_ESCAPE);
  EXPECT_NEAR(percent(kBelly), 42.5, 1e-6);
  EXPECT_EQ(area(), "Right");
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(area(), "");
  EXPECT_EQ(percent(kSaddlebags), saddle);
}

TEST_F(KeyboardTest, FindingsOfOneCauseStandTogether) {
  wear(write_figure("figure.glb"));
  wear(write_figure("other.glb"));
  const auto& list = workspace().document.findings().list();
  const auto of_cause = [&](std::size_t from) {
    return static_cast<std::size_t>(
        std::find_if(list.begin() + static_cast<std::ptrdiff_t>(from), list.end(),
                     [](const auto& each) { return each.finding.code == "offsets_ignored"; }) -
        list.begin());
  };
  const std::size_t first = of_cause(0), second = of_cause(first + 1);
  ASSERT_LT(second, list.size());
  go_to("Worn");
  walk_to({static_cast<int>(first) + 1, "Turn on"});
  walk_to({"###offsets_ignored"});
  expect_frame();
  tab();
  EXPECT_FALSE(on({static_cast<int>(second) + 1, "Turn on"}));
  walk_to({"###offsets_ignored"});
  tour_->key(SDLK_SPACE);
  tab();
  EXPECT_TRUE(on({static_cast<int>(second) + 1, "Turn on"}));
}

}  // namespace
}  // namespace mannequin::test
