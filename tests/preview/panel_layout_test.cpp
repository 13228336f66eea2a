// Panels, bars and menus at any size, and in languages with longer words: nothing is cut off.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/io/file.h"
#include "tests/io/small_clips.h"
#include "tests/preview/layout_fixture.h"
#include "tests/preview/paused_clip.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"

namespace mannequin::test {
namespace {

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

TEST_F(LayoutTest, TheViewMenuFitsAndNamesBlendersKeys) {
  tour_->key(SDLK_F10);
  walk_to({"##menubar", "View"}, SDLK_RIGHT);
  tour_->key(SDLK_DOWN);
  const ImGuiWindow* const menu = window("##Menu_00");
  ASSERT_NE(menu, nullptr);
  EXPECT_LT(menu->ContentSize.y, float{Tour::kHeight} - 40.0f);
  walk_to({"Tabs"}, SDLK_DOWN);
  tour_->key(SDLK_RIGHT);
  walk_to({"Engine tab"}, SDLK_DOWN);
  tour_->key(SDLK_RETURN);
  using preview::Controls;
  EXPECT_EQ(commands().find("Front view")->keys(Controls::second_life), "1");
  EXPECT_EQ(commands().find("Front view")->keys(Controls::blender), "Num 1");
  EXPECT_EQ(commands().find("Back view")->keys(Controls::blender), "Ctrl+Num 1");
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

TEST_F(LayoutTest, TheTimeOfAClipIsThereAtTheLargestSize) {
  const std::filesystem::path clip = folder_ / "nod.bvh";
  ASSERT_TRUE(io::write_file(clip, test::small_bvh()));
  open_paused(workspace().document, clip);
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

}  // namespace
}  // namespace mannequin::test
