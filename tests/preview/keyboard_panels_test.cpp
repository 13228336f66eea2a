// The right panels, and windows on top, without a pointer.
#include <imgui_internal.h>

#include <algorithm>

#include "engine/io/file.h"
#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

TEST_F(KeyboardTest, AJointOfTheTableIsSelected) {
  wear(write_figure("figure.glb"));
  workspace().document.wardrobe.use_joint_positions(0, true);
  command("Joints tab");
  go_to("Right");
  walk_to({"##find"});
  tour_->type("chest");
  walk_to({"      mChest"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.selection.joint, character_.skeleton.find("mChest"));
  walk_to({"moved only"});
  tour_->key(SDLK_SPACE);
  walk_to({"Copy table"});
  tour_->key(SDLK_RETURN);
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("mChest"), std::string::npos);
}

TEST_F(KeyboardTest, TheSkeletonIsFoldedAndAJointSelected) {
  wear(write_figure("figure.glb"));
  command("Skeleton tab");
  go_to("Right");
  walk_to({"mPelvis"});
  expect_frame();
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  const ImGuiID pelvis = imgui.NavId;
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().view.selection.joint, character_.skeleton.find("mPelvis"));
  tour_->key(SDLK_DOWN);
  const ImGuiID child = imgui.NavId;
  EXPECT_NE(child, pelvis) << "a press selects, and does not fold";
  tour_->key(SDLK_UP);
  ASSERT_EQ(imgui.NavId, pelvis);
  tour_->key(SDLK_LEFT);  // folds
  tour_->key(SDLK_DOWN);
  EXPECT_NE(imgui.NavId, child);
  // Found by name, the long way through the tree is not needed.
  walk_to({"##find"});
  tour_->type("mHead");
  walk_to({"mHead"});
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.selection.joint, character_.skeleton.find("mHead"));
}

TEST_F(KeyboardTest, EscEmptiesTheFieldInWhichOneSearches) {
  wear(write_figure("figure.glb"));
  command("Skeleton tab");
  go_to("Right");
  walk_to({"##find"});
  tour_->type("mHead");
  walk_to({"mHead"});
  walk_to({"##find"});
  tour_->type("nobody");
  tour_->key(SDLK_ESCAPE);
  walk_to({"mPelvis"});  // not only what the first word finds
}

TEST_F(KeyboardTest, UndoInATextFieldIsThatOfTheTextAlone) {
  wear(write_figure("figure.glb"));
  const std::size_t steps = workspace().document.history().done();
  ASSERT_GT(steps, 0u);
  go_to("Right");
  walk_to({"##search"});
  tour_->type("fat");
  tour_->key(SDLK_z, KMOD_CTRL);
  EXPECT_EQ(workspace().document.history().done(), steps);
  tour_->key(SDLK_ESCAPE);
  tour_->key(SDLK_z, KMOD_CTRL);
  EXPECT_EQ(workspace().document.history().done(), steps - 1);
}

TEST_F(KeyboardTest, WeightsAreShownOfAJoint) {
  wear(write_figure("figure.glb"));
  command("weights");
  go_to("Right");
  walk_to({"how many"});
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().view.colors.mode(), preview::ViewMode::influences);
  walk_to({"##joint"});
  expect_frame();
  tour_->key(SDLK_SPACE);
  tour_->type("mHead");
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.colors.joint(), character_.skeleton.find("mHead"));
}

TEST_F(KeyboardTest, TwoAvatarsAreCompared) {
  wear(write_figure("figure.glb"));
  command("compare");
  go_to("Right");
  walk_to({"Compare A and B in the view"});
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().view.compare.shown());
  const double bar = workspace().view.compare.bar();
  walk_to({"bar"}, SDLK_DOWN);
  tour_->key(SDLK_SPACE);
  tour_->key(SDLK_LEFT);
  tour_->key(SDLK_SPACE);
  EXPECT_LT(workspace().view.compare.bar(), bar);
  walk_to({"side by side"});
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().view.compare.layout(), preview::CompareLayout::Layout::side_by_side);
  walk_to({"distance from A"});
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().view.colors.mode(), preview::ViewMode::distance);
  walk_to({"Set A to current"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().document.comparison.name(workspace().document.avatar()).find("default"),
            std::string::npos);
}

TEST_F(KeyboardTest, AJointIsTurnedByItsAngle) {
  wear(write_figure("figure.glb"));
  workspace().actions.select_joint(character_.skeleton.find("mElbowLeft"));
  command("Pose tab");
  go_to("Right");
  walk_to({"Z"});
  tour_->type("30");
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().document.posing.is_posed(character_.skeleton.find("mElbowLeft")));
  EXPECT_NE(workspace().document.history().undo_name().find("30"), std::string::npos)
      << workspace().document.history().undo_name();
  // By steps of one degree, as one turn.
  const std::size_t steps = workspace().document.history().done();
  walk_to({"X"}, SDLK_LEFT);
  expect_frame();
  tour_->key(SDLK_SPACE);
  tour_->key(SDLK_RIGHT);
  tour_->key(SDLK_RIGHT);
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().document.history().done(), steps + 1);
  walk_to({"Reset joint"});
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(workspace().document.posing.is_posed(character_.skeleton.find("mElbowLeft")));
}

TEST_F(KeyboardTest, APoseIsChosenAndSaved) {
  command("Pose tab");
  go_to("Right");
  walk_to({"Save as..."});
  tour_->key(SDLK_RETURN);
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type((folder_ / "pose.json").string());
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "pose.json"));
  EXPECT_EQ(area(), "Right");
  walk_to({"###A"});
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "A");
}

// Not at its top: the arrow keys go on from what is chosen.
TEST_F(KeyboardTest, AListBeginsAtWhatIsChosen) {
  wear(write_figure("figure.glb"));
  command("Bind tab");
  go_to("Right");
  const auto choose = [&](const char* list, SDL_Keycode arrow) {
    walk_to({list});
    for (const SDL_Keycode key : std::initializer_list<SDL_Keycode>{SDLK_SPACE, arrow, SDLK_RETURN})
      tour_->key(key);
  };
  for (const BindMethod expected : {BindMethod::copy, BindMethod::heat}) {
    choose("##method", SDLK_DOWN);
    EXPECT_EQ(workspace().document.binding.choice().method, expected);
  }
  go_to("Toolbar");
  choose("##pose", SDLK_DOWN);
  const std::string second = workspace().document.avatar().choice().pose_name;
  choose("##pose", SDLK_DOWN);
  EXPECT_NE(workspace().document.avatar().choice().pose_name, second);
  choose("##pose", SDLK_UP);
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, second);
}

TEST_F(KeyboardTest, AClipIsPlayedPausedAndTakenAway) {
  const std::filesystem::path clip = folder_ / "nod.bvh";
  ASSERT_TRUE(io::write_file(
      clip, std::string_view("HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                             "Xrotation Zrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 1\n}\n}\n"
                             "MOTION\nFrames: 3\nFrame Time: 0.5\n0 0 0 0 0 0\n0 0 0 9 0 0\n0 0 0 0 0 0\n")));
  tour_->key(SDLK_o, KMOD_LCTRL);
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type(clip.string());
  preview::Timeline& timeline = workspace().document.timeline();
  // It plays at once, and the window never rests while it does.
  tour_->key_while_moving(SDLK_RETURN);
  ASSERT_TRUE(timeline.has_clip() && timeline.playing())
      << workspace().document.messages().list().back().text;
  tour_->key_while_moving(SDLK_SPACE);
  ASSERT_FALSE(timeline.playing()) << "the view has the keys";
  tour_->settle();
  go_to("Timeline");
  walk_to({"Loop"});
  expect_frame();
  const bool loop = timeline.loop;
  tour_->key(SDLK_SPACE);
  EXPECT_NE(timeline.loop, loop);
  walk_to({"##time"});
  tour_->type("0.5");
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(timeline.time(), 0.5, 1e-3);
  walk_to({"\u2715"});
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(timeline.has_clip());
  EXPECT_EQ(workspace().document.messages().list().back().text, "Closed nod.bvh") << "it plays no more";
  tour_->settle();
  EXPECT_EQ(area(), "");
}

TEST_F(KeyboardTest, WhatIsDrawnIsHeldAgainstTheReference) {
  wear(write_figure("figure.glb"));
  command("engine");
  go_to("Right");
  walk_to({"compare with the reference all the time"});
  expect_frame();
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().view.scene().checks_against_reference());
}

TEST_F(KeyboardTest, EscIsTheViewsWhereverThePointerIs) {
  const JointIndex chest = character_.skeleton.find("mChest");
  const auto select = [&] { workspace().actions.select_joint(chest); };
  constexpr Point kOnSliders{1100, 500};
  select();
  tour_->move(kOnSliders);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(workspace().view.selection.joint, kNoJoint);
  // A text that is typed goes first; a field with nothing in it is left, and keeps nothing from the view.
  select();
  tour_->click({1016, 185});
  tour_->type("saddle");
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(workspace().view.selection.joint, chest);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(workspace().view.selection.joint, kNoJoint);
  select();
  tour_->click({1016, 185});
  ASSERT_NE(ImGui::GetActiveID(), 0u);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(ImGui::GetActiveID(), 0u);
  EXPECT_EQ(workspace().view.selection.joint, kNoJoint);
}

TEST_F(KeyboardTest, TheJointOfTheWeightsIsTypedAndTakenByEnter) {
  workspace().actions.show_weights_of(character_.skeleton.find("mHead"));
  command("weights");
  go_to("Right");
  const auto open = [&] {
    walk_to({"##joint"});
    tour_->key(SDLK_SPACE);
    return !ImGui::GetCurrentContext()->OpenPopupStack.empty();
  };
  ASSERT_TRUE(open());
  tour_->type("elbowleft");
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.colors.joint(), character_.skeleton.find("mElbowLeft"));
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  // Of several the first one, and the keys are where they were before the list was opened.
  ASSERT_TRUE(open());
  tour_->type("shoulder");
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.colors.joint(), character_.skeleton.find("mShoulderLeft"));
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  EXPECT_TRUE(on({"##joint"}));
  // But the one whose whole name was typed, if others contain it, too.
  ASSERT_TRUE(open());
  tour_->type("head");
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.colors.joint(), character_.skeleton.find("HEAD"));
  // Opened by the pointer, too: the frame is where the next key goes.
  const ImGuiWindow* const panel = ImGui::GetCurrentContext()->NavWindow;
  const ImRect combo = ImGui::WindowRectRelToAbs(const_cast<ImGuiWindow*>(panel), panel->NavRectRel[0]);
  tour_->click({static_cast<int>(combo.GetCenter().x), static_cast<int>(combo.GetCenter().y)});
  ASSERT_FALSE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  tour_->type("shoulder");
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.colors.joint(), character_.skeleton.find("mShoulderLeft"));
  EXPECT_TRUE(on({"##joint"}));
  // What nothing has takes none.
  ASSERT_TRUE(open());
  tour_->type("tentacle");
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.colors.joint(), character_.skeleton.find("mShoulderLeft"));
  tour_->key(SDLK_ESCAPE);
  ASSERT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  // With nothing typed, Esc closes the list at once.
  ASSERT_TRUE(open());
  tour_->key(SDLK_ESCAPE);
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
}

TEST_F(KeyboardTest, StepsAreGoneBackInTheHistory) {
  workspace().document.sliders.set(parameter(kHeight), 40.0);
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  tour_->key(SDLK_h, KMOD_LCTRL);
  EXPECT_EQ(area(), "History");
  tour_->key(SDLK_UP);
  tour_->key(SDLK_UP);
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_LT(workspace().document.history().done(), 2u);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(area(), "");
  ImGuiWindow* const history = ImGui::FindWindowByName("History");
  EXPECT_FALSE(history->WasActive) << "Esc closes it";
}

TEST_F(KeyboardTest, HelpIsSearchedScrolledAndClosed) {
  tour_->key(SDLK_F1, KMOD_LSHIFT);
  EXPECT_EQ(area(), "Guide");
  tour_->type("opposite");  // in the list of all commands, which is long
  tab();
  expect_frame();
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  // Into the text, which the arrow keys scroll, and out again.
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  ImGuiWindow* page = nullptr;
  for (ImGuiWindow* each : imgui.Windows)
    if (std::string_view(each->Name).find("Guide/page_") == 0) page = each;
  ASSERT_NE(page, nullptr);
  for (int i = 0; i < 40 && imgui.NavId != page->ChildId; ++i) tab();
  ASSERT_EQ(imgui.NavId, page->ChildId);
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(imgui.NavWindow, page);
  tour_->key(SDLK_PAGEDOWN);
  EXPECT_GT(page->Scroll.y, 0.0f);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(imgui.NavId, page->ChildId);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(area(), "");
  tour_->key(SDLK_F1);
  EXPECT_EQ(area(), "Keys");
  walk_to({"Blender"});
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().view.settings.controls, preview::Controls::blender);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(area(), "");
}

TEST_F(KeyboardTest, APictureIsSaved) {
  const std::filesystem::path picture = folder_ / "picture.png";
  tour_->key(SDLK_F12);
  EXPECT_EQ(area(), "Save pictures");
  walk_to({"Path"});
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type(picture.string());
  walk_to({"Width and height, pixels", 0});
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type("320");
  walk_to({"Save"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(read_png(picture).width, 320);
  EXPECT_EQ(area(), "");
}

TEST_F(KeyboardTest, ASweepIsOfferedOfTheSliderThatWasMovedLast) {
  workspace().document.sliders.set(parameter(kBodyFat), 70.0);
  command("Save slider sweep");
  walk_to({"Path"});
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type((folder_ / "sweep.png").string());
  walk_to({"Save"});
  tour_->key_while_moving(SDLK_RETURN);
  ASSERT_TRUE(workspace().view.recording);
  EXPECT_EQ(workspace().view.recording->plan().parameter, kBodyFat);
  tour_->key_while_moving(SDLK_ESCAPE);
}

TEST_F(KeyboardTest, ARandomShapeIsTriedAndLeft) {
  command("Random shape");
  EXPECT_EQ(area(), "Random shape");
  const auto tried = workspace().document.avatar().choice().sliders;
  walk_to({"Another"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_NE(workspace().document.avatar().choice().sliders, tried);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(workspace().document.history().done(), 0u);
  EXPECT_EQ(area(), "");
}

TEST_F(KeyboardTest, AShapeIsSavedAndTheQuestionBeforeTheEndAnswered) {
  const std::filesystem::path shape = folder_ / "shape.json";
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  tour_->key(SDLK_s, KMOD_LCTRL);
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type(shape.string());
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().document.shape_file.name(), "shape.json");
  workspace().document.sliders.set(parameter(kHeight), 20.0);
  tour_->key(SDLK_q, KMOD_LCTRL);
  walk_to({"Cancel"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(tour_->window().closed());
  go_to("Right");
  walk_to({"##shape"});
  tour_->key(SDLK_RETURN);
  walk_to({"Revert shape"}, SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(percent(kHeight), 70.0, 1e-6);
}

TEST_F(KeyboardTest, WhatAnotherProgramSavedIsNotReplacedUnasked) {
  const std::filesystem::path path = folder_ / "shape.json";
  ASSERT_TRUE(io::write_file(path, std::string_view(R"({"params": {"34": 0.2}})")));
  tour_->key(SDLK_o, KMOD_LCTRL);
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type(path.string());
  tour_->key(SDLK_RETURN);
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  const std::string_view theirs = R"({"params": {"34": 0.9}})";
  ASSERT_TRUE(io::write_file(path, theirs));
  workspace().document.files.reload_all();
  EXPECT_TRUE(workspace().document.shape_file.changed_elsewhere());
  tour_->key(SDLK_s, KMOD_LCTRL);
  ASSERT_NE(ImGui::GetTopMostPopupModal(), nullptr);
  EXPECT_STREQ(ImGui::GetTopMostPopupModal()->Name, "Changed by another program");
  tour_->key(SDLK_RETURN);  // another name is what loses nothing
  ASSERT_NE(ImGui::GetTopMostPopupModal(), nullptr);
  EXPECT_STREQ(ImGui::GetTopMostPopupModal()->Name, "Save the shape");
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(io::as_text(*io::read_file(path)), theirs);
  tour_->key(SDLK_s, KMOD_LCTRL);
  walk_to({"Replace"});
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(ImGui::GetTopMostPopupModal(), nullptr);
  EXPECT_NE(io::as_text(*io::read_file(path)), theirs);
  EXPECT_FALSE(workspace().document.shape_file.changed_elsewhere());
}

TEST_F(KeyboardTest, AShapeThatGaveWayToAnotherIsAskedForBeforeTheEnd) {
  for (const char* name : {"first.json", "second.json"})
    ASSERT_TRUE(io::write_file(folder_ / name, std::string_view(R"({"params": {"34": 0.2}})")));
  const auto open = [&](const char* name) {
    tour_->key(SDLK_o, KMOD_LCTRL);
    tour_->key(SDLK_a, KMOD_LCTRL);
    tour_->type((folder_ / name).string());
    tour_->key(SDLK_RETURN);
  };
  open("first.json");
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  open("second.json");
  EXPECT_NE(percent(kHeight), 70.0);
  tour_->key(SDLK_q, KMOD_LCTRL);
  EXPECT_FALSE(tour_->window().closed());
  tour_->key(SDLK_RETURN);  // Enter loses nothing
  EXPECT_FALSE(tour_->window().closed());
  EXPECT_EQ(percent(kHeight), 70.0);
  EXPECT_EQ(workspace().document.shape_file.name(), "first.json");
  workspace().document.redo();
  tour_->key(SDLK_q, KMOD_LCTRL);
  walk_to({"Discard"});
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(tour_->window().closed());
}

TEST_F(KeyboardTest, TheSearchIsWalkedWithoutLeavingItsField) {
  tour_->key(SDLK_F3);
  tour_->type("theme");
  tour_->type(" light");
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().view.settings.light_theme);
  tour_->key(SDLK_F3);
  tour_->type("interface");
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().view.settings.interface_size, 125) << "the third one";
  tour_->key(SDLK_F3);
  tour_->type("joints");
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0) << "one press closes it";
}

TEST_F(KeyboardTest, ASeriesOfPicturesIsStoppedAndKeepsWhatWasTaken) {
  workspace().actions.start_recording({.kind = preview::RecordingPlan::Kind::turntable,
                                       .path = folder_ / "around.png",
                                       .pictures = 900,
                                       .width = 64,
                                       .height = 64});
  tour_->move({640, 400});
  ASSERT_TRUE(workspace().view.recording);
  tour_->key_while_moving(SDLK_ESCAPE);
  EXPECT_FALSE(workspace().view.recording);
  tour_->settle();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "around_0001.png"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "around_0900.png"));
}

// Whatever the colours and the size.
TEST_F(KeyboardTest, TheFrameIsSeenInEveryThemeAndSize) {
  wear(write_figure("figure.glb"));
  auto& preferences = workspace().view.settings;
  for (const int size : {75, 100, 250})
    for (const auto& [light, contrast] : {std::pair{false, false}, {true, false}, {false, true}}) {
      SCOPED_TRACE(std::to_string(size) + (light ? " light" : "") + (contrast ? " contrast" : ""));
      preferences.interface_size = size;
      preferences.light_theme = light;
      preferences.high_contrast = contrast;
      tour_->settle();
      tour_->key(SDLK_ESCAPE);
      const Image before = tour_->look();
      go_to("Right");
      tab();
      expect_frame();
      EXPECT_FALSE(std::ranges::equal(before.rgba, tour_->look().rgba));
    }
}

}  // namespace
}  // namespace mannequin::test
