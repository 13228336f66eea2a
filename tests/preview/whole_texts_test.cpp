// Names and sentences in panels, cards and lists are read to their ends at every size.
#include "tests/preview/plates_fixture.h"
#include "tools/preview/panels/shared/cut_text.h"

namespace mannequin::test {
namespace {

class WholeTextsTest : public PlatesTest {
 protected:
  // A scrolling part of the right column whose name has this in it.
  static const ImGuiWindow* scrolling(const char* name) {
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
      if (each->WasActive && std::string_view(each->Name).find(name) != std::string_view::npos) return each;
    return nullptr;
  }
};

TEST_F(WholeTextsTest, ANameIsCutOnlyWhereItsLinesAreNotEnough) {
  const std::string name = "Last time: evening_dress_v12.glb, belt.glb, shape ann.json (edited), pose T";
  const float whole = ImGui::CalcTextSize(name.c_str()).x;
  EXPECT_EQ(preview::name_in_lines(name, whole, 3), name);
  const std::string lines = preview::name_in_lines(name, 0.5f * whole, 3);
  EXPECT_EQ(letters_of(lines), letters_of(name));
  EXPECT_LE(std::ranges::count(lines, '\n'), 2);
  EXPECT_LE(ImGui::CalcTextSize(lines.c_str()).x, 0.5f * whole);
  const std::string cut = preview::name_in_lines(name, 0.2f * whole, 2);
  EXPECT_NE(cut.find("\u2026"), std::string::npos);
  EXPECT_TRUE(cut.starts_with("Last") && cut.ends_with("T")) << cut;
  EXPECT_LE(std::ranges::count(cut, '\n'), 1);
  for (const float none : {0.0f, -40.0f}) EXPECT_FALSE(preview::name_in_lines(name, none, 2).empty());
}

TEST_F(WholeTextsTest, WhatTheLastTimeWasIsReadInFull) {
  wear(write_figure("evening_dress_with_train_v12.glb"));
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  tour_->settle();
  start_again();
  ASSERT_TRUE(workspace().document.kept.offered());
  for (const auto& [width, height, percent] : {std::tuple{1280, 720, 100},
                                               {1280, 720, 150},
                                               {1280, 800, 150},
                                               {1280, 720, 200},
                                               {1920, 1080, 250},
                                               {1280, 720, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    look_again();
    const ImGuiWindow* const card = window("Last document");
    ASSERT_TRUE(card != nullptr && card->WasActive);
    EXPECT_EQ(letters(*card->DrawList, preview::kDarkTheme.text),
              letters_of("Last time: " + workspace().document.kept.offer() + "Restore Discard"));
    EXPECT_GE(card->Pos.x, view().min.x);
    EXPECT_LE(card->Size.y, 0.6f * view().size.y);
  }
}

TEST_F(WholeTextsTest, WhatTheLastTimeWasIsNoLongerAskedOnceSomethingElseIsBegun) {
  wear(write_figure("evening_dress.glb"));
  tour_->settle();
  start_again();
  const auto asks = [&] {
    look_again();
    const ImGuiWindow* const card = window("Last document");
    return card != nullptr && card->WasActive;
  };
  EXPECT_TRUE(asks());
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  EXPECT_FALSE(asks());
  EXPECT_TRUE(workspace().document.kept.offered()) << "by the menu";
}

TEST_F(WholeTextsTest, WhatIsSaidOfTheFitNowIsReadInFull) {
  workspace().document.stand_in.wear_builtin_body();
  ASSERT_TRUE(
      workspace().document.files.open(std::string(MANNEQUIN_SOURCE_DIR) + "/assets/dress.glb", false));
  wait_for_findings();
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::fit);
  bool said = false;
  for (const std::size_t person : {2u, 5u}) {
    workspace().document.people.take(person);
    for (const auto& [width, height, percent] :
         {std::tuple{1280, 720, 100}, {1280, 800, 150}, {1280, 720, 250}, {1920, 1080, 250}}) {
      SCOPED_TRACE(testing::Message() << person << ", " << width << " at " << percent);
      resize(width, height);
      enlarge(percent);
      look_again();
      wait_while([&] { return !workspace().document.fit.now() || workspace().document.fit.measuring(); });
      tour_->settle();
      said = said || workspace().document.fit.now()->seen || workspace().document.fit.now()->covered;
      EXPECT_EQ(ellipses(*part("tab")->DrawList), 0u);
    }
  }
  EXPECT_TRUE(said);
}

// Two files whose names differ in their middle.
TEST_F(WholeTextsTest, WhichFileMovesAJointIsReadInFull) {
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::joints);
  wear(write_figure("evening_dress_red_v12.glb"));
  const auto& worn = workspace().document.avatar().worn();
  workspace().document.wardrobe.use_joint_positions(worn.size() - 1, true);
  for (const auto& [width, height, percent] : {std::tuple{1280, 720, 100},
                                               {1280, 800, 150},
                                               {1280, 720, 250},
                                               {1920, 1080, 250},
                                               {2560, 1440, 100}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    look_again();
    const ImGuiWindow* const table = scrolling("/offsets_");
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(ellipses(*table->DrawList), 0u);
  }
}

TEST_F(WholeTextsTest, AtTheLargestSizeTheHeadOfASectionNamesTheMeshBesideReset) {
  const std::string name = "evening_dress_v12.glb";
  wear(write_figure(name));
  tour_->key(SDLK_ESCAPE);
  const auto& worn = workspace().document.avatar().worn();
  workspace().view.focus_on(static_cast<std::size_t>(
      std::ranges::find(worn, name, [](const auto& file) { return file->name; }) - worn.begin()));
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  workspace().view.settings.open_section = "Body";
  resize(1280, 720);
  enlarge(250);
  look_again();
  const ImGuiWindow* const sections = part("sections");
  ASSERT_NE(sections, nullptr);
  ImRect head = sections->InnerRect;
  head.Max.y = head.Min.y + 28.0f * scale();
  EXPECT_EQ(letters_in(*sections->DrawList, preview::kDarkTheme.secondary, head), letters_of(name));
}

TEST_F(WholeTextsTest, TheSkeletonHasOneRowAboveItsTable) {
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::skeleton);
  resize(1280, 720);
  enlarge(250);
  look_again();
  tour_->key(SDLK_ESCAPE);
  go_to("Right");
  walk_to({"##find"});
  const float row = walked_to().GetCenter().y;
  walk_to({"points"});
  EXPECT_NEAR(walked_to().GetCenter().y, row, 1.0f);
  const ImGuiWindow* const tree = scrolling("/tree_");
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(ellipses(*tree->DrawList), 0u) << "names of joints are cut";
}

TEST_F(WholeTextsTest, TheListOfJointsLiesBesideTheFieldThatOpensIt) {
  tour_->key(SDLK_ESCAPE);
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::weights);
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1280, 720, 250}, {1920, 1080, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    go_to("Right");
    walk_to({"##joint"});
    const ImRect field = walked_to();
    tour_->key(SDLK_SPACE);
    tour_->settle();
    const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
    ASSERT_FALSE(open.empty());
    ASSERT_NE(open.back().Window, nullptr);
    const ImRect list = open.back().Window->Rect();
    EXPECT_FALSE(list.Overlaps(
        ImRect(field.Min.x + 2.0f, field.Min.y + 2.0f, field.Max.x - 2.0f, field.Max.y - 2.0f)));
    EXPECT_GE(list.Min.y, 0.0f);
    EXPECT_LE(list.Max.y, static_cast<float>(height));
    EXPECT_GT(list.GetHeight(), 4.0f * ImGui::GetTextLineHeightWithSpacing());
    for (int i = 0; i < 2; ++i) tour_->key(SDLK_ESCAPE);
  }
}

TEST_F(WholeTextsTest, ThePickerOfAColourIsWholeInALowWindow) {
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1280, 720, 250}, {1920, 1080, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    command("Skin, eyes and hair");
    const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
    walk_to({"skin", "by hand", "##ColorButton"});
    tour_->key(SDLK_SPACE);
    tour_->settle();
    ASSERT_FALSE(open.empty());
    ASSERT_NE(open.back().Window, nullptr);
    EXPECT_EQ(open.back().Window->ScrollMax.y, 0.0f);
    EXPECT_EQ(open.back().Window->ScrollMax.x, 0.0f);
    EXPECT_TRUE(ImRect(0.0f, 0.0f, static_cast<float>(width), static_cast<float>(height))
                    .Contains(open.back().Window->Rect()));
    for (int i = 0; i < 3; ++i) tour_->key(SDLK_ESCAPE);
  }
}

}  // namespace
}  // namespace mannequin::test
