// What lies over the view: cards, names and notes.
#include <algorithm>

#include "engine/io/file.h"
#include "tests/io/small_clips.h"
#include "tests/preview/layout_fixture.h"
#include "tests/preview/paused_clip.h"
#include "tools/preview/panels/compare/compare_view.h"
#include "tools/preview/panels/overlay/standing.h"

namespace mannequin::test {
namespace {

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
  open_paused(workspace().document, clip);
  look_again();
  EXPECT_TRUE(!card->WasActive || card->Pos.y > view.min.y + 0.3f * view.size.y);
  workspace().document.posing.set("T", {});
  look_again();
  EXPECT_TRUE(card->WasActive);
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

// Legend and names in large letters lie below the avatar, and leave the middle, where *Show* goes, free.
TEST_F(LayoutTest, InLargeLettersTheAvatarStandsAboveWhatExplainsIt) {
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  workspace().view.colors.show(preview::ViewMode::weights);
  resize(1280, 720);
  enlarge(250);
  const auto& view = tour_->window().stage().interface().view();
  for (const bool compare : {false, true}) {
    SCOPED_TRACE(compare);
    workspace().view.compare.show(compare);
    workspace().view.camera_control.fit();
    look_again();
    // Plates are filled in their own shade, and let a little through.
    const ImU32 plate = (preview::kDarkTheme.panel & 0x00ffffffu) | 0xe0000000u;
    float top = 1e9f, bottom = 0.0f;
    for (const ImDrawVert& corner : ImGui::GetBackgroundDrawList()->VtxBuffer)
      if (corner.col == plate) {
        top = std::min(top, corner.pos.y);
        bottom = std::max(bottom, corner.pos.y);
      }
    ASSERT_LT(top, bottom);
    EXPECT_GT(top, view.min.y + 0.65f * view.size.y);
    const float letters = 12.0f * tour_->window().stage().interface().scale();
    EXPECT_GT(bottom - top, (compare ? 3.0f : 2.0f) * letters);
    for (const Vec3& point : workspace().document.avatar().outline_in_world())
      EXPECT_LT(static_cast<float>(tour_->place_of(point).y), top + 2.0f);
  }
}

}  // namespace
}  // namespace mannequin::test
