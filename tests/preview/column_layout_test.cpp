// Columns beside the view: their tabs, rows and widths.
#include <chrono>
#include <thread>

#include "engine/io/file.h"
#include "tests/preview/layout_fixture.h"

namespace mannequin::test {
namespace {

TEST_F(LayoutTest, AllTabsAreInTheRowOrInTheListAtItsEnd) {
  wear(write_figure("figure.glb"));
  go_to("Right");
  walk_to({"\u00bb"});
  tour_->key(SDLK_SPACE);
  walk_to({"Engine"}, SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  tour_->key(SDLK_ESCAPE);
  go_to("Right");
  walk_to({"compare with the reference all the time"});
  // The open one is in the row now.
  walk_to({"Engine"});
  walk_to({"Sliders"});
}

TEST_F(LayoutTest, BesideABarOfAnAnimationTheColumnsGoDownToTheStatusBar) {
  wear(write_figure("figure.glb"));
  ASSERT_TRUE(io::write_file(
      folder_ / "wave.bvh",
      std::string_view("HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                       "Xrotation Zrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 1\n}\n}\n"
                       "MOTION\nFrames: 3\nFrame Time: 0.5\n0 0 0 0 0 0\n0 0 0 9 0 0\n0 0 0 0 0 0\n")));
  ASSERT_TRUE(workspace().document.files.open(folder_ / "wave.bvh", false));
  if (workspace().document.timeline().playing()) workspace().document.timeline().toggle();
  look_again();
  ASSERT_NE(window("Timeline"), nullptr);
  ASSERT_TRUE(window("Timeline")->WasActive);
  for (const char* column : {"Right", "Worn"})
    EXPECT_EQ(window(column)->Pos.y + window(column)->Size.y, window("Status")->Pos.y) << column;
}

TEST_F(LayoutTest, NoTitleOfATabIsCut) {
  for (const char* name : {"one.glb", "two.glb"}) wear(write_figure(name));
  ASSERT_TRUE(io::write_file(folder_ / "half.dae", std::string_view("<?xml version=\"1.0\"?><COLLADA")));
  EXPECT_FALSE(workspace().document.files.open(folder_ / "half.dae", false));
  wait_for_findings();
  resize(1280, 720);
  for (const int percent : {100, 150, 250}) {
    SCOPED_TRACE(percent);
    enlarge(percent);
    tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::worn);
    look_again();
    int bars = 0;
    ImPool<ImGuiTabBar>& pool = ImGui::GetCurrentContext()->TabBars;
    for (int i = 0; i < pool.GetMapSize(); ++i) {
      const ImGuiTabBar* const bar = pool.TryGetMapData(i);
      if (bar == nullptr || bar->CurrFrameVisible + 1 < ImGui::GetFrameCount()) continue;
      ++bars;
      for (const ImGuiTabItem& tab : bar->Tabs)
        EXPECT_GE(tab.Width, tab.ContentWidth - 1.0f) << bar->GetTabName(&tab);
    }
    EXPECT_EQ(bars, 1);
  }
}

TEST_F(LayoutTest, RowsOfWhatIsWornTakeTheRoomThatTheyNeed) {
  wear(write_figure("figure.glb"));
  resize(1280, 720);
  const auto rows = [] {
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
      if (each->WasActive && each->ChildId != 0 && std::string_view(each->Name).starts_with("Worn/rows"))
        return each;
    return static_cast<const ImGuiWindow*>(nullptr);
  };
  ASSERT_NE(rows(), nullptr);
  const float one = rows()->Size.y;
  for (const char* name : {"two.glb", "three.glb", "four.glb", "five.glb"}) wear(write_figure(name));
  ASSERT_EQ(workspace().document.avatar().worn().size(), 5u);
  look_again();
  EXPECT_GT(rows()->Size.y, one);
  EXPECT_EQ(rows()->ScrollMax.y, 0.0f) << "all of them are seen";
  // The findings keep their part.
  for (int i = 0; i < 7; ++i) wear(write_figure("more" + std::to_string(i) + ".glb"));
  look_again();
  EXPECT_GT(rows()->ScrollMax.y, 0.0f);
  EXPECT_LE(rows()->Size.y, 0.62f * window("Worn")->Size.y);
}

TEST_F(LayoutTest, WhereTheLeftColumnHasNoRoomATabHoldsItBesideTheWholeView) {
  wear(write_figure("figure.glb"));
  resize(1280, 720);
  for (const int percent : {150, 250}) {
    SCOPED_TRACE(percent);
    enlarge(percent);
    tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::sliders);
    look_again();
    const auto& view = tour_->window().stage().interface().view();
    const float width = view.size.x;
    EXPECT_GE(width, 0.35f * 1280.0f);
    tour_->key(SDLK_ESCAPE);
    for (const char* id : {"###worn", "###findings"}) {
      go_to("Worn strip");
      walk_to({id});
      tour_->key(SDLK_SPACE);
      EXPECT_FALSE(window("Worn")->WasActive) << "nothing lies over the view";
      EXPECT_EQ(view.size.x, width);
    }
    const ImGuiWindow* list = nullptr;
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
      if (each->WasActive && std::string_view(each->Name).find("/findings_") != std::string_view::npos)
        list = each;
    ASSERT_NE(list, nullptr);
    EXPECT_GE(list->InnerRect.GetHeight(), 4.0f * ImGui::GetTextLineHeight()) << "some of them are read";
    EXPECT_GE(list->InnerRect.GetWidth(), 0.2f * 1280.0f);
  }
  enlarge(100);
  look_again();
  EXPECT_TRUE(window("Worn")->WasActive);
  walk_to({"Sliders"});
}

// Unfolding scrolls to what is new, but not past the name.

TEST_F(LayoutTest, TheNameOfAnUnfoldedRowStaysInSight) {
  for (int i = 0; i < 7; ++i) wear(write_figure("figure" + std::to_string(i) + ".glb"));
  resize(1280, 720);
  enlarge(250);
  go_to("Worn strip");
  walk_to({"###worn"});
  tour_->key(SDLK_SPACE);
  go_to("Right");
  for (const int row : {2, 4}) {  // the second one folds the first, above it
    SCOPED_TRACE(row);
    walk_to({row, "##name"});
    tour_->key(SDLK_SPACE);
    ASSERT_TRUE(on({row, "##name"}));
    ImGuiWindow* const rows = ImGui::GetCurrentContext()->NavWindow;
    ASSERT_GT(rows->ScrollMax.y, 0.0f);
    const float top = ImGui::WindowRectRelToAbs(rows, rows->NavRectRel[0]).Min.y;
    EXPECT_GE(top, rows->InnerRect.Min.y - 1.0f);
    EXPECT_LT(top, rows->InnerRect.GetCenter().y);
  }
}

TEST_F(LayoutTest, RowsHaveTheRoomOfFindingsWhileThereAreNone) {
  tour_->key(SDLK_ESCAPE);
  resize(1280, 720);
  go_to("Worn");
  walk_to({0, "##name"});
  tour_->key(SDLK_SPACE);
  const ImGuiWindow* const rows = ImGui::GetCurrentContext()->NavWindow;
  const float column = window("Worn")->Size.y;
  ASSERT_GT(rows->ContentSize.y, 0.6f * column);
  EXPECT_GT(rows->Size.y, 0.6f * column);
  wear(write_figure("figure.glb"));
  ASSERT_FALSE(workspace().document.findings().list().empty());
  EXPECT_LT(rows->Size.y, 0.5f * column);
}

// The counts change when the checks end, which no event announces.

TEST_F(LayoutTest, TheCountsOfFindingsAreReadInFullAtRest) {
  const auto file = write_figure("figure.glb");
  wear(file);
  ASSERT_TRUE(io::write_file(file, std::string_view("glTF")));
  for (int i = 0; i < 100 && workspace().document.findings().count(Severity::error) == 0; ++i) {
    tour_->settle();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ASSERT_GT(workspace().document.findings().count(Severity::error), 0u);
  wait_for_findings();
  tour_->settle();
  ImPool<ImGuiTabBar>& bars = ImGui::GetCurrentContext()->TabBars;
  ASSERT_GT(bars.GetMapSize(), 0);
  for (int b = 0; b < bars.GetMapSize(); ++b)
    if (const ImGuiTabBar* bar = bars.TryGetMapData(b)) {
      for (const ImGuiTabItem& tab : bar->Tabs) EXPECT_GE(tab.Width, tab.ContentWidth);
    }
}

TEST_F(LayoutTest, NoTabChangesTheWidthOfTheView) {
  using Tab = preview::RightColumn::Tab;
  const float before = view_width();
  for (const Tab tab : {Tab::joints, Tab::weights, Tab::skeleton, Tab::fit, Tab::engine}) {
    tour_->window().stage().interface().open_tab(tab);
    look_again();
    EXPECT_EQ(view_width(), before);
  }
}

}  // namespace
}  // namespace mannequin::test
