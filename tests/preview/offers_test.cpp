// What the window offers where something is missing.
#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

TEST_F(KeyboardTest, JointPositionsAreTurnedOnWhereTheyAreMissed) {
  wear(write_figure("figure.glb"));
  workspace().document.wardrobe.use_joint_positions(0, false);
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::joints);
  tour_->settle();
  go_to("Right");
  walk_to({0, "Turn on"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().document.avatar().worn()[0]->joint_positions);
  tour_->key(SDLK_z, KMOD_LCTRL);
  EXPECT_FALSE(workspace().document.avatar().worn()[0]->joint_positions);
}

// Also where the joints of another file are moved.
TEST_F(KeyboardTest, JointPositionsAreTurnedOnBesideThoseThatCount) {
  wear(write_figure("first.glb"));
  wear(write_figure("second.glb"));
  const auto& worn = workspace().document.avatar().worn();
  const auto row_of = [&](std::string_view name) {
    return static_cast<std::size_t>(
        std::ranges::find(worn, name, [](const auto& file) { return std::string_view(file->name); }) -
        worn.begin());
  };
  const std::size_t first = row_of("first.glb"), second = row_of("second.glb");
  workspace().document.wardrobe.use_joint_positions(first, true);
  workspace().document.wardrobe.use_joint_positions(second, false);
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::joints);
  tour_->settle();
  go_to("Right");
  walk_to({static_cast<int>(second), "Turn on"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(worn[first]->joint_positions);
  EXPECT_TRUE(worn[second]->joint_positions);
}

TEST_F(KeyboardTest, PanelsThatNeedABodyOrClothesOfferThem) {
  while (!workspace().document.avatar().worn().empty()) workspace().document.wardrobe.take_off(0);
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::measures);
  tour_->settle();
  go_to("Right");
  walk_to({"Wear the built-in body"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().document.stand_in.wears_builtin_body());
  EXPECT_FALSE(workspace().document.stand_in.wears_builtin_clothes());
  tour_->window().stage().interface().open_tab(preview::RightColumn::Tab::fit);
  tour_->settle();
  go_to("Right");
  walk_to({"Wear the built-in clothes"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().document.stand_in.wears_builtin_clothes());
}

TEST_F(KeyboardTest, TheCardOfTheFirstStartOffersClothesToABareBody) {
  while (!workspace().document.avatar().worn().empty()) workspace().document.wardrobe.take_off(0);
  workspace().document.stand_in.wear_builtin_body();
  workspace().view.settings.controls_chosen = false;
  tour_->settle();
  go_to("First start");
  walk_to({"Wear the built-in clothes"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().document.stand_in.wears_builtin_clothes());
}

}  // namespace
}  // namespace mannequin::test
