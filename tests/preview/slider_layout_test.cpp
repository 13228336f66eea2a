// The list of sliders: what is seen of it at a glance.
#include "tests/preview/layout_fixture.h"

namespace mannequin::test {
namespace {

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

TEST_F(LayoutTest, AMessageOfTwoLinesMovesNeitherSlidersNorTheView) {
  workspace().view.settings.open_section = "Body";
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1280, 800, 150}, {1920, 1080, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " at " << percent);
    resize(width, height);
    enlarge(percent);
    look_again();
    // Where the upper half of the list has its corners.
    const auto upper = [] {
      const ImGuiWindow* const list = part("sections");
      std::vector<float> rows;
      for (const ImDrawVert& each : list->DrawList->VtxBuffer)
        if (each.pos.y < list->Pos.y + 100.0f) rows.push_back(each.pos.y);
      return rows;
    };
    const std::vector<float> before = upper();
    const preview::ViewRect& view = tour_->window().stage().interface().view();
    const float bar = window("Status")->Size.y, list = part("sections")->Pos.y, low = view.size.y;
    workspace().document.messages().report(
        document::Message::Kind::warning,
        "jacket.dae has 41 vertices without any weight. They stay behind when the avatar moves. Copy the "
        "weights of the nearest ones, or bind it again, and look at all of it in several poses before you "
        "upload it to the grid, which costs.");
    look_again();
    EXPECT_EQ(window("Status")->Size.y, bar);
    EXPECT_EQ(view.size.y, low);
    EXPECT_EQ(part("sections")->Pos.y, list);
    EXPECT_EQ(upper(), before);
    workspace().document.messages().report(document::Message::Kind::done, "Done.");
    look_again();
  }
}

// Knobs and marks of defaults have one colour, which letters have, too, and arrows at the left.
TEST_F(LayoutTest, AKnobIsNearerToItsOwnNameThanToTheNextOne) {
  workspace().view.settings.open_section = "Head";
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1280, 800, 150}, {1280, 720, 250}}) {
    SCOPED_TRACE(testing::Message() << width << " x " << height << " at " << percent);
    resize(width, height);
    enlarge(percent);
    look_again();
    const ImGuiWindow* const list = part("sections");
    const float unit = tour_->window().stage().interface().scale();
    const ImVec2 filled = ImGui::GetFontTexUvWhitePixel();
    const float left = list->Pos.x + 27.0f * unit, top = list->Pos.y + 36.0f * unit,
                bottom = list->Pos.y + list->Size.y;
    std::vector<std::pair<float, float>> letters, knobs;  // top and bottom
    const auto& corners = list->DrawList->VtxBuffer;
    for (int i = 0; i + 3 < corners.Size; ++i) {
      const ImDrawVert& each = corners[i];
      if (each.pos.x < left || each.pos.y < top || each.pos.y > bottom) continue;
      const bool letter = each.uv.x != filled.x || each.uv.y != filled.y;
      const bool begins = corners[i + 1].pos.y == each.pos.y &&
                          corners[i + 2].pos.x == corners[i + 1].pos.x && corners[i + 2].pos.y > each.pos.y;
      if (letter && begins && each.col == preview::kDarkTheme.text)
        letters.emplace_back(each.pos.y, corners[i + 2].pos.y);
      if (!letter && each.col == preview::kDarkTheme.secondary) knobs.emplace_back(each.pos.y, each.pos.y);
    }
    ASSERT_FALSE(knobs.empty());
    // Rows of knobs, from the top.
    std::ranges::sort(knobs);
    std::vector<std::pair<float, float>> rows;
    for (const auto& each : knobs)
      if (rows.empty() || each.first > rows.back().second + 4.0f * unit)
        rows.push_back(each);
      else
        rows.back().second = each.second;
    ASSERT_GE(rows.size(), 2u);
    rows.pop_back();
    for (const auto& [from, to] : rows) {
      float above = 1e9f, below = 1e9f;
      for (const auto& [high, low] : letters) {
        if (low <= from + 2.0f * unit) above = std::min(above, from - low);
        if (high >= to - 1.0f) below = std::min(below, high - to);
      }
      EXPECT_GE(below, 4.0f * unit) << "the next name";
      EXPECT_GT(below, above) << "than its own";
    }
  }
}

TEST_F(LayoutTest, TheFrameOfASliderCoversNoKnob) {
  workspace().view.settings.open_section = "Body";
  tour_->key(SDLK_ESCAPE);
  for (const int percent : {150, 250}) {
    SCOPED_TRACE(percent);
    resize(1280, 720);
    enlarge(percent);
    tour_->key(SDLK_ESCAPE);
    go_to("Right");
    const int id = 637;  // Body Fat, which others stand above
    walk_to({"Body", id, "track"});
    ImGuiWindow* const list = ImGui::GetCurrentContext()->NavWindow;
    const ImRect row = ImGui::WindowRectRelToAbs(list, list->NavRectRel[0]);
    const float unit = tour_->window().stage().interface().scale();
    const ImU32 accent = preview::kDarkTheme.accent, knob = preview::kDarkTheme.secondary;
    const ImVec2 filled = ImGui::GetFontTexUvWhitePixel();
    float frame = 1e9f, above = -1e9f;
    for (const ImDrawVert& each : list->DrawList->VtxBuffer) {
      if (each.col == accent) frame = std::min(frame, each.pos.y);
      if (each.col == knob && each.uv.x == filled.x && each.uv.y == filled.y &&
          each.pos.x > list->Pos.x + 20.0f * unit && each.pos.y < row.GetCenter().y - 2.0f * unit)
        above = std::max(above, each.pos.y);
    }
    EXPECT_GT(frame, above);
  }
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

}  // namespace
}  // namespace mannequin::test
