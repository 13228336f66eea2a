// The window with the system avatar: what is worn, the reported effects of sliders, and comparison.
#include "engine/io/definitions.h"
#include "engine/io/llm.h"
#include "tests/document/figure.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/own_folder.h"
#include "tests/shared_files.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {
namespace {

class SystemAvatarStage : public test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_head.llm");
    const auto folder = test::shared_path("viewer-character");
    auto desc = io::read_character_folder(folder);
    ASSERT_TRUE(desc) << desc.error().message();
    auto character = Character::build(std::move(*desc));
    ASSERT_TRUE(character) << character.error().message();
    character_.emplace(std::move(*character));
    options_.system_avatar = [this, folder]() -> Result<SystemAvatar> {
      const auto meshes = io::read_base_meshes(folder, character_->appearance.body_meshes());
      if (!meshes) return error_of(meshes);
      return SystemAvatar::build(*character_, *meshes);
    };
  }

  std::unique_ptr<Stage> open() {
    auto stage = Stage::create(*character_, options_, 1.0f, true);
    EXPECT_TRUE(stage) << stage.error().message();
    return stage ? std::move(*stage) : nullptr;
  }
  const ParameterDesc& parameter(int id) { return character_->appearance[character_->appearance.find(id)]; }

  std::optional<Character> character_;
  PreviewOptions options_;
};

TEST_F(SystemAvatarStage, IsWornInThreePiecesAndAgreesWithTheReference) {
  if (!character_) return;
  options_.skirt = true;
  const auto stage = open();
  ASSERT_TRUE(stage);
  Scene& scene = stage->view().scene();
  ASSERT_EQ(scene.avatar().worn().size(), 3u);
  scene.check_against_reference(true);
  for (const double percent : {0.0, 100.0}) {
    for (const int id : {1, 5, 637, 795, 848})
      stage->workspace().document.sliders.set(parameter(id), percent);
    ASSERT_TRUE(stage->workspace().actions.update(0.0));
    ASSERT_TRUE(scene.live_error());
    EXPECT_TRUE(scene.live_error()->within_limits()) << scene.live_error()->position_relative;
  }
  // On the ground, as in-world.
  stage->workspace().document.sliders.reset_all();
  ASSERT_TRUE(stage->workspace().actions.update(0.0));
  EXPECT_NEAR(scene.avatar().floats(), 0.0, 0.02);
}

TEST_F(SystemAvatarStage, SlidersThatMorphMoveSomething) {
  if (!character_) return;
  const auto stage = open();
  ASSERT_TRUE(stage);
  Workspace& workspace = stage->workspace();
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(workspace.actions.update(0.0));
  ASSERT_TRUE(workspace.document.effects().finished());
  for (const int id : {5, 12, 22, 637, 664, 518}) {
    const SliderEffect* effect = workspace.document.effects().of(id);
    ASSERT_NE(effect, nullptr) << id;
    EXPECT_EQ(effect->why, DeadReason::none) << id << " " << effect->reason;
    EXPECT_GT(effect->metres, 0.0005) << id;
  }
  // The skirt is hidden at first.
  EXPECT_NE(workspace.document.effects().of(848)->why, DeadReason::none);
}

TEST_F(SystemAvatarStage, IsComparedWithItself) {
  if (!character_) return;
  const auto stage = open();
  ASSERT_TRUE(stage);
  Workspace& workspace = stage->workspace();
  workspace.view.compare.show(true);
  workspace.view.colors.show(ViewMode::distance);
  ASSERT_TRUE(workspace.actions.update(0.0));
  const DressedAvatar* a = workspace.document.comparison.other();
  ASSERT_NE(a, nullptr);
  ASSERT_EQ(a->worn().size(), 3u);
  EXPECT_EQ(a->visible_vertices(), workspace.document.avatar().visible_vertices());
  ASSERT_TRUE(workspace.view.colors.worst());
  EXPECT_LT(workspace.view.colors.worst()->metres, 1e-6) << "both are the default avatar";
  // Body Fat is a morph here.
  workspace.document.sliders.set(parameter(637), 100.0);
  ASSERT_TRUE(workspace.actions.update(0.0));
  ASSERT_TRUE(workspace.view.colors.worst());
  EXPECT_GT(workspace.view.colors.worst()->metres, 0.01);
  workspace.document.wardrobe.show(1, false);
  ASSERT_TRUE(workspace.actions.update(0.0));
  EXPECT_EQ(a->visible_vertices(), workspace.document.avatar().visible_vertices()) << "hidden on both sides";
}

TEST_F(SystemAvatarStage, StandsInUntilAMeshIsOpened) {
  if (!character_) return;
  const auto stage = open();
  ASSERT_TRUE(stage);
  Workspace& workspace = stage->workspace();
  EXPECT_TRUE(workspace.document.avatar().worn()[0]->visible);
  EXPECT_FALSE(workspace.document.avatar().worn()[2]->visible);
  ASSERT_TRUE(workspace.document.files.open(
      test::write_box_figure(character_->skeleton, test::own_folder() / "figure.glb"), false));
  EXPECT_EQ(workspace.document.avatar().worn().size(), 4u);
  EXPECT_FALSE(workspace.document.avatar().worn()[0]->visible);
  EXPECT_FALSE(workspace.document.avatar().worn()[1]->visible);
  EXPECT_TRUE(workspace.document.avatar().worn()[3]->visible);
}

}  // namespace
}  // namespace mannequin::preview
