// What commands leave behind in the window.
#include "engine/io/file.h"
#include "tests/io/small_clips.h"
#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

TEST_F(KeyboardTest, PosesAndFilesOpenedLatelyAreFound) {
  command("sit");
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "sit");
  const std::filesystem::path clip = folder_ / "nod.bvh";
  ASSERT_TRUE(io::write_file(clip, small_bvh()));
  ASSERT_TRUE(workspace().document.files.open(clip, false));
  workspace().document.posing.set("T", {});
  ASSERT_FALSE(workspace().document.timeline().has_clip());
  tour_->key(SDLK_F3);
  tour_->type("animation nod");
  tour_->key_while_moving(SDLK_RETURN);  // it plays
  EXPECT_TRUE(workspace().document.timeline().has_clip());
}

TEST_F(KeyboardTest, TheEndOfAComparisonTakesItsColoursAlong) {
  command("Compare A and B");
  ASSERT_TRUE(workspace().view.compare.shown());
  workspace().view.colors.show(preview::ViewMode::distance);
  command("Compare A and B");
  EXPECT_FALSE(workspace().view.compare.shown());
  EXPECT_EQ(workspace().view.colors.mode(), preview::ViewMode::solid);
  workspace().view.colors.show(preview::ViewMode::weights);
  for (int i = 0; i < 2; ++i) command("Compare A and B");
  EXPECT_EQ(workspace().view.colors.mode(), preview::ViewMode::weights) << "others stay";
}

// What the status bar says of a step that was undone holds until the next one.
TEST_F(KeyboardTest, TheLastStepUndoneIsToldUntilSomethingElseChanges) {
  workspace().document.sliders.set(parameter(kHeight), 70.0);
  workspace().document.undo();
  const auto told = [&] { return workspace().document.messages().list().back(); };
  EXPECT_TRUE(told().text.starts_with("Undone: "));
  EXPECT_EQ(told().until, workspace().document.history().recorded());
  workspace().document.sliders.set(parameter(kBodyFat), 70.0);
  EXPECT_TRUE(told().text.starts_with("Undone: "));
  EXPECT_NE(told().until, workspace().document.history().recorded());
}

}  // namespace
}  // namespace mannequin::test
