// The window's layout: in one row, not cut off, and in the same place in every view.
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "engine/io/file.h"
#include "tests/io/small_clips.h"
#include "tests/preview/keyboard_fixture.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/compare/compare_view.h"
#include "tools/preview/panels/overlay/standing.h"
#include "tools/preview/panels/shared/cut_text.h"

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
  // The scrolling part of the right column of this name, such as "tab".
  static const ImGuiWindow* part(const std::string& name) {
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
      if (each->WasActive && std::string_view(each->Name).starts_with("Right/") &&
          each->ChildId == ImHashStr(name.c_str(), 0, each->ParentWindow->ID))
        return each;
    return nullptr;
  }
  void resize(int width, int height) {
    SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), width, height);
    tour_->settle();
  }
  // Sliders of a section that are there to take hold of, without scrolling: found by pointing at them.
  std::size_t sliders_in_sight(const char* section) {
    const ImGuiWindow* const list = part("sections");
    if (list == nullptr) return 0;
    std::set<ImGuiID> tracks;
    std::map<ImGuiID, int> seen;
    for (const SectionDesc& each : character_.appearance.sections())
      if (each.name == section)
        for (const int id : each.parameters)
          tracks.insert(ImHashStr("track", 0, ImHashData(&id, sizeof id, ImHashStr(section, 0, list->ID))));
    for (float y = list->InnerRect.Min.y + 2.0f; y < list->InnerRect.Max.y; y += 4.0f) {
      tour_->move({static_cast<int>(list->InnerRect.GetCenter().x), static_cast<int>(y)});
      const ImGuiID pointed = ImGui::GetCurrentContext()->HoveredId;
      if (tracks.contains(pointed)) ++seen[pointed];
    }
    // Whole: a track is no less than 17 units high.
    const float least = 17.0f * tour_->window().stage().interface().scale() / 4.0f - 1.0f;
    return static_cast<std::size_t>(std::ranges::count_if(
        seen, [&](const auto& each) { return static_cast<float>(each.second) >= least; }));
  }
};

TEST_F(LayoutTest, EightSlidersAreSeenInALowWindowAndInAnEnlargedOne) {
  wear(write_figure("figure.glb"));
  for (const int percent : {100, 150}) {
    SCOPED_TRACE(percent);
    resize(1280, 720);
    enlarge(percent);
    workspace().view.settings.open_section = "Body";
    tour_->key(SDLK_ESCAPE);
    go_to("Right");
    walk_to({"Head", "head"});
    tour_->key(SDLK_SPACE);
    ASSERT_EQ(workspace().view.settings.open_section, "Head");
    EXPECT_GE(sliders_in_sight("Head"), 8u);
    const ImGuiWindow *const tab = part("tab"), *const sections = part("sections");
    ASSERT_TRUE(tab != nullptr && sections != nullptr);
    const float row = ImGui::GetFrameHeightWithSpacing();
    EXPECT_LT(sections->Pos.y - tab->Pos.y, 3.5f * row) << "the head has three rows";
    EXPECT_LT(tab->Pos.y - window("Right")->Pos.y, 2.0f * row) << "the tabs have one";
  }
}

TEST_F(LayoutTest, ThreeSlidersAreSeenAtTheLargestSize) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  resize(1280, 720);
  enlarge(250);
  workspace().view.settings.open_section = "Body";
  look_again();
  EXPECT_GE(sliders_in_sight("Body"), 3u);
  // What the head has no room for is in the menu of the shape.
  go_to("Right");
  walk_to({"##shape"});
  tour_->key(SDLK_SPACE);
  walk_to({"\u2642 Male"}, SDLK_DOWN);
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().document.avatar().sex(), Sex::male);
}

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

TEST_F(LayoutTest, AClickOnTheLastMessageOpensAllOfThem) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  resize(1280, 720);
  const auto click_on_it = [&] {
    const ImGuiWindow& bar = *window("Status");
    tour_->click({static_cast<int>(bar.Pos.x + 40.0f), static_cast<int>(bar.Rect().GetCenter().y)});
  };
  const auto listed = [] {
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [](const ImGuiWindow* each) {
      return each->WasActive && std::string_view(each->Name).find("/messages_") != std::string_view::npos;
    });
  };
  EXPECT_FALSE(listed());
  click_on_it();
  EXPECT_TRUE(listed());
  // Also where the left column has become a tab.
  go_to("Worn");
  enlarge(150);
  workspace().view.settings.open_section = "Body";
  go_to("Right");
  walk_to({"Sliders"}, SDLK_TAB);
  tour_->key(SDLK_SPACE);
  EXPECT_FALSE(listed());
  click_on_it();
  EXPECT_TRUE(listed());
}

TEST_F(LayoutTest, AFilteredListBeginsAtItsTop) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  const float all = part("sections")->ScrollMax.y;
  for (int i = 0; i < 8; ++i) tour_->wheel({1100, 600}, -3);
  ASSERT_GT(part("sections")->Scroll.y, 50.0f);
  go_to("Right");
  walk_to({"##filter"});
  tour_->key(SDLK_SPACE);
  tour_->key(SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  ASSERT_GT(part("sections")->ScrollMax.y, 50.0f);
  EXPECT_EQ(part("sections")->Scroll.y, 0.0f);
  // Its list begins at what is chosen.
  const float moving = part("sections")->ScrollMax.y;
  walk_to({"##filter"});
  for (const SDL_Keycode key : {SDLK_SPACE, SDLK_UP, SDLK_RETURN}) tour_->key(key);
  EXPECT_EQ(part("sections")->ScrollMax.y, all);
  walk_to({"##filter"});
  for (const SDL_Keycode key : {SDLK_SPACE, SDLK_DOWN, SDLK_RETURN}) tour_->key(key);
  EXPECT_EQ(part("sections")->ScrollMax.y, moving);
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

TEST_F(LayoutTest, NamesAreCutInTheMiddle) {
  const std::string name = "evening_dress_with_a_long_train_v12.dae";
  const float whole = ImGui::CalcTextSize(name.c_str()).x;
  EXPECT_EQ(preview::cut_in_the_middle(name, whole), name);
  const std::string cut = preview::cut_in_the_middle(name, 0.6f * whole);
  EXPECT_LE(ImGui::CalcTextSize(cut.c_str()).x, 0.6f * whole);
  EXPECT_GT(ImGui::CalcTextSize(cut.c_str()).x, 0.5f * whole);
  EXPECT_TRUE(cut.starts_with("evening") && cut.ends_with("_v12.dae")) << cut;
  // Between letters, whatever the alphabet.
  const std::string greek = "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8";
  for (float width = 0.0f; width < ImGui::CalcTextSize(greek.c_str()).x; width += 3.0f) {
    std::string rest = preview::cut_in_the_middle(greek, width);
    const auto at = rest.find("\u2026");
    ASSERT_NE(at, std::string::npos);
    rest.erase(at, 3);
    EXPECT_TRUE(rest.size() % 2 == 0 && greek.starts_with(rest.substr(0, at)) &&
                greek.ends_with(rest.substr(at)));
  }
}

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

TEST_F(LayoutTest, NoTabChangesTheWidthOfTheView) {
  using Tab = preview::RightColumn::Tab;
  const float before = view_width();
  for (const Tab tab : {Tab::joints, Tab::weights, Tab::skeleton, Tab::fit, Tab::engine}) {
    tour_->window().stage().interface().open_tab(tab);
    look_again();
    EXPECT_EQ(view_width(), before);
  }
}

// With every vowel twice.
Translation longer_language() {
  const auto path = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "tools/preview/texts/en.json";
  const auto bytes = io::read_file(path);
  if (!bytes) return {};
  nlohmann::json catalogue = nlohmann::json::parse(io::as_text(*bytes));
  for (auto& [english, text] : catalogue["texts"].items()) {
    if (english.find('%') != std::string::npos) continue;
    std::string longer;
    bool in_field = false;
    for (const char c : english) {
      in_field = c == '{' || (in_field && c != '}');
      longer += c;
      if (!in_field && std::string_view("aeiou").find(c) != std::string_view::npos) longer += c;
    }
    text = longer;
  }
  auto read = Translation::read(catalogue.dump(), path.string());
  return read ? *read : Translation();
}

TEST_F(LayoutTest, NoLabelOfALongerLanguageLeavesItsColumn) {
  struct English {
    ~English() { use_translation({}); }
  } afterwards;
  use_translation(longer_language());
  ASSERT_GT(used_translation().size(), 1000u);
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  resize(1280, 720);
  for (const char* name : {"compare", "pose", "engine", "skeleton", "measures", "weights", "fit"}) {
    SCOPED_TRACE(name);
    tour_->window().stage().interface().open_tab(*preview::RightColumn::named(name));
    look_again();
    expect_right_column_fits();
  }
}

TEST_F(LayoutTest, EveryPanelFitsIntoItsColumnAtAnySize) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  resize(1280, 720);
  for (const int percent : {150, 250}) {
    enlarge(percent);
    for (const char* name : {"sliders", "joints", "weights", "skeleton", "pose", "bind", "fit", "measures",
                             "compare", "engine"}) {
      SCOPED_TRACE(fmt::format("{} at {} %", name, percent));
      tour_->window().stage().interface().open_tab(*preview::RightColumn::named(name));
      look_again();
      expect_right_column_fits();
    }
  }
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
  tour_->click({1016, 185});
  tour_->type("body fat");
  tour_->click({1232, 248}, SDL_BUTTON_LEFT, 2);
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
  resize(1280, 720);
  for (const int percent : {150, 250}) {
    enlarge(percent);
    look_again();
    EXPECT_GT(card->Pos.y, view.min.y + 0.3f * view.size.y) << percent;
    EXPECT_GE(card->Pos.x, view.min.x) << "not over the column beside the view, at " << percent;
  }
  // The bar of an animation leaves too little for avatar and question: it is asked once there is room.
  const std::filesystem::path clip = folder_ / "nod.bvh";
  ASSERT_TRUE(io::write_file(clip, test::small_bvh()));
  ASSERT_TRUE(workspace().document.files.open(clip, false));
  workspace().document.timeline().play(false);
  look_again();
  EXPECT_TRUE(!card->WasActive || card->Pos.y > view.min.y + 0.3f * view.size.y);
  workspace().document.posing.set("T", {});
  look_again();
  EXPECT_TRUE(card->WasActive);
}

// What it has no room for stands below the names.
TEST_F(LayoutTest, TheTableOfJointsIsReadWithoutScrollingSideways) {
  wear(write_figure("a jacket with a long name.glb"));
  workspace().document.wardrobe.use_joint_positions(0, true);
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::joints);
  resize(1280, 720);
  for (const int percent : {100, 150, 250}) {
    SCOPED_TRACE(percent);
    enlarge(percent);
    look_again();
    const ImGuiWindow* table = nullptr;
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
      if (each->WasActive && std::string_view(each->Name).find("/offsets_") != std::string_view::npos)
        table = each;
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->ScrollMax.x, 0.0f);
  }
}

TEST_F(LayoutTest, TheCardUnderThePointerIsNoWiderThanTheView) {
  workspace().view.settings.body = workspace().view.settings.joints = true;
  resize(1280, 720);
  enlarge(250);
  look_again();
  const auto& view = tour_->window().stage().interface().view();
  const Vec3 chest = workspace().document.avatar().joint_in_world(character_.skeleton.find("mChest"));
  bool told = false;  // of a vertex, in several lines; a joint has one
  for (double up = 0.02; up < 0.2 && !told; up += 0.02) {
    tour_->move(tour_->place_of(chest + Vec3(0.1, 0.05, up)));
    tour_->settle();
    const ImGuiWindow* const card = window("##Tooltip_00");
    if (card == nullptr || !card->Active) continue;
    EXPECT_LE(card->Size.x, view.size.x + 1.0f);
    told = card->ContentSize.y > 40.0f;
  }
  EXPECT_TRUE(told);
}

TEST_F(LayoutTest, TheTimeOfAClipIsThereAtTheLargestSize) {
  const std::filesystem::path clip = folder_ / "nod.bvh";
  ASSERT_TRUE(io::write_file(clip, test::small_bvh()));
  ASSERT_TRUE(workspace().document.files.open(clip, false));
  workspace().document.timeline().play(false);
  resize(1280, 720);
  enlarge(250);
  tour_->key(SDLK_ESCAPE);
  go_to("Timeline");
  walk_to({"##time"});
  ImGuiWindow& bar = *window("Timeline");
  const ImRect time = ImGui::WindowRectRelToAbs(&bar, bar.NavRectRel[0]);
  EXPECT_GT(time.GetWidth(), 40.0f);
  EXPECT_LE(time.Max.x, bar.Pos.x + bar.Size.x);
}

// What is written over the view lies in the list behind all windows: corners of what is filled there.
TEST_F(LayoutTest, NamesOfAComparisonAreNotCutAtTheEdgeOfTheView) {
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  workspace().view.compare.show(true);
  const auto& view = tour_->window().stage().interface().view();
  for (const auto& [percent, bar] : {std::pair{100, 0.5}, {250, 0.5}, {150, 0.3}}) {
    SCOPED_TRACE(percent);
    resize(1280, 720);
    enlarge(percent);
    workspace().view.compare.move_bar(bar);
    look_again();
    // Marks of the ground and the triad lie higher.
    const float names = view.min.y + view.size.y - 60.0f * tour_->window().stage().interface().scale();
    float left = 1e9f, right = -1e9f;
    for (const ImDrawVert& corner : ImGui::GetBackgroundDrawList()->VtxBuffer)
      if (corner.pos.y > names) {
        left = std::min(left, corner.pos.x);
        right = std::max(right, corner.pos.x);
      }
    ASSERT_LT(left, right);
    EXPECT_GE(left, view.min.x - 2.0f);
    EXPECT_LE(right, view.min.x + view.size.x + 2.0f);
  }
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
  EXPECT_EQ(cause(), "no feet shown");
}

}  // namespace
}  // namespace mannequin::test
