// The whole window without a window: pictures are read back and examined.
#include "tools/preview/stage.h"

#include <SDL_keycode.h>
#include <imgui_internal.h>

#include "engine/io/file.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/io/small_clips.h"
#include "tests/preview/paused_clip.h"
#include "tests/preview/stage_case.h"

namespace mannequin::preview {
namespace {

TEST_F(StageTest, DrawsTheBodyAndTheSameTwice) {
  const Image with = picture(), again = picture();
  EXPECT_EQ(with.difference(again), 0);
  workspace().view.settings.body = false;
  EXPECT_GT(with.difference(picture()), 3000);
}

TEST_F(StageTest, SliderChangesThePictureAndUndoBringsItBack) {
  const Image before = picture();
  workspace().document.sliders.set(parameter(33), 100.0);
  const Image taller = picture();
  EXPECT_GT(before.difference(taller), 1000);
  workspace().document.undo();
  EXPECT_EQ(before.difference(picture()), 0);
  workspace().document.redo();
  EXPECT_EQ(taller.difference(picture()), 0);
}

TEST_F(StageTest, OneDragIsOneStepOfUndo) {
  workspace().document.sliders.begin(parameter(33));
  for (double percent = 54.0; percent <= 80.0; ++percent)
    workspace().document.sliders.move(parameter(33), percent);
  EXPECT_EQ(workspace().document.history().undo_name(), "Height 53 \u2192 80");
  workspace().document.undo();
  EXPECT_FALSE(workspace().document.history().can_undo());
  EXPECT_EQ(workspace().document.avatar().weight(parameter(33)), parameter(33).default_weight);
}

TEST_F(StageTest, PressWithoutDragIsNoStep) {
  workspace().document.sliders.begin(parameter(33));
  EXPECT_FALSE(workspace().document.history().can_undo());
}

TEST_F(StageTest, SexKeepsValuesAndChangesTheShape) {
  workspace().document.sliders.set(parameter(105), 80.0);  // breast size: female only
  const double female = (picture(), workspace().document.avatar().state().size.height);
  workspace().document.sliders.set_sex(Sex::male);
  const double male = (picture(), workspace().document.avatar().state().size.height);
  EXPECT_NEAR(female, 1.6885, 1e-3);
  EXPECT_NEAR(male, 1.7733, 1e-3);
  workspace().document.sliders.set_sex(Sex::female);
  EXPECT_NEAR(percent_from_weight(parameter(105), workspace().document.avatar().weight(parameter(105))), 80.0,
              1e-9);
}

TEST_F(StageTest, PanelsAndJointsAreDrawn) {
  const Image plain = picture();
  workspace().view.settings.joints = true;
  EXPECT_GT(plain.difference(picture()), 500);
  EXPECT_GT(plain.difference(picture(true)), kWidth * kHeight / 3);
}

TEST_F(StageTest, MillimetresOfASliderAreTheGreatestWayOfAVertex) {
  picture();  // settles
  for (const int id : {33, 34, 157}) {
    const ParameterDesc& p = parameter(id);
    const WornMesh& worn = *workspace().document.avatar().visible_meshes().front();
    std::vector<std::vector<ReferenceVertex>> ends;
    for (const double weight : {p.min, p.max}) {
      AvatarInputs inputs = workspace().document.avatar().inputs();
      inputs.sliders[id] = weight;
      std::vector<Mat4> palette(worn.skin.palette_size());
      make_palette(worn.skin, evaluate_avatar(*character_, inputs).joints, std::span<Mat4>(palette));
      ends.emplace_back(worn.mesh.vertex_count());
      skin_reference(worn.mesh, worn.skin, palette, ends.back());
    }
    double greatest = 0.0;
    for (std::size_t v = 0; v < worn.mesh.vertex_count(); ++v)
      greatest = std::max(greatest, 1000.0 * glm::length(ends[1][v].position - ends[0][v].position));
    EXPECT_GT(greatest, 1.0) << id;
    EXPECT_NEAR(workspace().document.effects().of(id)->metres * 1000.0, greatest, 0.01) << id;
  }
}

TEST_F(StageTest, KnowsWhatSlidersDoToWhatIsWorn) {
  picture();  // settles
  const SliderEffects& effects = workspace().document.effects();
  ASSERT_TRUE(effects.finished());
  ASSERT_NE(effects.of(33), nullptr);
  EXPECT_EQ(effects.of(33)->why, DeadReason::none);
  EXPECT_GT(effects.of(33)->metres, 0.1);
  EXPECT_TRUE(effects.of(33)->bones);
  EXPECT_EQ(effects.of(157)->why, DeadReason::none) << "belly size moves the volume BELLY";
  EXPECT_TRUE(effects.of(157)->volumes);
  EXPECT_EQ(effects.of(518)->why, DeadReason::surface_only) << "eyelash length is a morph";
  EXPECT_EQ(effects.of(675)->why, DeadReason::no_weights) << "nothing worn has hands";
  EXPECT_EQ(effects.of(678)->why, DeadReason::other_sex) << "a male's slider on a female";
}

TEST_F(StageTest, JointPositionsCountWhenTurnedOn) {
  io::BoundMeshFile file{.source = "moved.dae", .meshes = {}, .notes = {}};
  file.meshes.push_back(test::box_figure(character_->skeleton, true));
  ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(file), "moved.dae", false));
  const auto chest = static_cast<std::size_t>(character_->skeleton.find("mChest"));
  picture();
  EXPECT_FALSE(workspace().document.avatar().state().offsets.position[chest]);
  workspace().document.wardrobe.use_joint_positions(1, true);
  picture();
  ASSERT_TRUE(workspace().document.avatar().state().offsets.position[chest]);
  // Hidden, it is still worn.
  workspace().document.wardrobe.show(1, false);
  picture();
  EXPECT_TRUE(workspace().document.avatar().state().offsets.position[chest]);
  workspace().document.wardrobe.take_off(1);
  picture();
  EXPECT_FALSE(workspace().document.avatar().state().offsets.position[chest]);
}

TEST_F(StageTest, SliderBlockedByAnOffsetSaysSo) {
  // Eye Spacing works by moving the eyes, and this mesh fixes the left one's place.
  for (const bool on : {false, true}) {
    io::BoundMeshFile file{.source = "eye.dae", .meshes = {}, .notes = {}};
    file.meshes.push_back(test::box_on(character_->skeleton, "mEyeLeft", {0.01, 0.0, 0.0}));
    ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(file), "eye.dae", on));
    workspace().document.wardrobe.take_off(0);
    picture();
    const SliderEffect* spacing = workspace().document.effects().of(196);
    ASSERT_NE(spacing, nullptr);
    EXPECT_EQ(spacing->why, on ? DeadReason::fixed_by_offset : DeadReason::none) << spacing->reason;
    if (on) {
      EXPECT_NE(spacing->reason.find("mEyeLeft"), std::string::npos) << spacing->reason;
    }
  }
}

TEST_F(StageTest, StandsOnTheFloor) {
  picture();
  EXPECT_NEAR(workspace().document.avatar().lift(), workspace().document.avatar().state().root_above_ground(),
              1e-12);
  workspace().document.sliders.set(parameter(kHoverParameter), 100.0);
  const double before = workspace().document.avatar().lift();
  picture();
  EXPECT_GT(workspace().document.avatar().lift(), before + 0.5);
}

TEST_F(StageTest, ADroppedShapeComesGraduallyAndIsOneStepOfUndo) {
  picture();
  const auto path = std::filesystem::path(testing::TempDir()) / "tall.json";
  ASSERT_TRUE(io::write_file(path, std::string_view(R"({"params": {"33": 2.0}})")));
  const double small = workspace().document.avatar().state().size.height;
  ASSERT_TRUE(workspace().document.files.open(path, false));
  ASSERT_TRUE(workspace().actions.update(0.0));
  EXPECT_NEAR(workspace().document.avatar().state().size.height, small, 1e-9) << "it begins where it was";
  ASSERT_TRUE(workspace().actions.update(0.4));
  const double swinging = workspace().document.avatar().state().size.height;
  EXPECT_GT(swinging, small + 0.01);
  ASSERT_TRUE(workspace().actions.update(0.3));
  EXPECT_FALSE(workspace().document.avatar().shows_weights());
  AvatarInputs inputs = workspace().document.avatar().inputs();
  const double tall = evaluate_avatar(*character_, inputs).size.height;
  EXPECT_EQ(workspace().document.avatar().state().size.height, tall);
  EXPECT_NE(swinging, tall);
  workspace().document.undo();
  ASSERT_TRUE(workspace().actions.update(0.0));
  EXPECT_EQ(workspace().document.avatar().state().size.height, small);
  // Undone while it comes: at once.
  workspace().document.redo();
  ASSERT_TRUE(workspace().document.files.open(path, false));
  ASSERT_TRUE(workspace().actions.update(0.1));
  workspace().document.undo();
  workspace().document.undo();
  ASSERT_TRUE(workspace().actions.update(0.1));
  EXPECT_EQ(workspace().document.avatar().state().size.height, small);
}

TEST_F(StageTest, WhatFilledTheViewGoesOnFillingItUntilTheCameraIsMoved) {
  workspace().view.camera_control.look("front", true);
  workspace().view.camera_control.set_picture(1.5);
  const double wide = workspace().view.camera().distance;
  workspace().view.camera_control.set_picture(0.4);
  EXPECT_GT(workspace().view.camera().distance, 1.1 * wide);
  workspace().view.camera_control.set_picture(1.5);
  EXPECT_NEAR(workspace().view.camera().distance, wide, 1e-9);
  workspace().view.camera().yaw += 0.1;
  workspace().view.camera_control.set_picture(0.4);
  EXPECT_EQ(workspace().view.camera().distance, wide);
}

TEST_F(StageTest, TheCameraFollowsAnAvatarThatOutgrowsThePictureAndUndoBringsItBack) {
  workspace().view.camera_control.look("front", true);
  const Image before = picture();
  const Camera framing = workspace().view.camera();
  workspace().document.sliders.set(parameter(33), 100.0);  // Height
  (void)picture();
  EXPECT_GT(workspace().view.camera().distance, framing.distance);
  EXPECT_TRUE(document::shows_all(workspace().view.camera(), workspace().document.avatar().outline_in_world(),
                                  double{kWidth} / kHeight));
  workspace().document.undo();
  EXPECT_EQ(picture().difference(before), 0);
  EXPECT_EQ(workspace().view.camera(), framing);
  // A smaller one leaves it alone, and so does whoever moved it by hand.
  workspace().document.sliders.set(parameter(33), 0.0);
  (void)picture();
  EXPECT_EQ(workspace().view.camera(), framing);
  workspace().view.camera().zoom(0.9);
  const Camera by_hand = workspace().view.camera();
  workspace().document.sliders.set(parameter(33), 100.0);
  (void)picture();
  EXPECT_EQ(workspace().view.camera(), by_hand);
}

TEST_F(StageTest, TheClipIsBelowTheViewAndHidesNothing) {
  picture(true);
  const float whole = stage_->interface().view().size.y;
  const auto path = folder_ / "clip.bvh";
  ASSERT_TRUE(io::write_file(path, std::string_view(test::small_bvh())));
  test::open_paused(workspace().document, path);
  picture(true);
  const ImGuiWindow* const clip = ImGui::FindWindowByName("Timeline");
  ASSERT_NE(clip, nullptr);
  const ViewRect& view = stage_->interface().view();
  EXPECT_LT(view.size.y, whole);
  EXPECT_GE(clip->Pos.y, view.min.y + view.size.y);
  EXPECT_NEAR(clip->Size.y, whole - view.size.y, 1.0f);
}

TEST_F(StageTest, DroppedFilesOfOtherKindsAreNamed) {
  const auto path = std::filesystem::path(testing::TempDir()) / "notes.txt";
  ASSERT_TRUE(io::write_file(path, std::string_view("hello")));
  const auto status = workspace().document.files.open(path, false);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message().find("notes.txt"), std::string::npos);
  EXPECT_NE(status.error().message().find(".dae"), std::string::npos);
  EXPECT_EQ(workspace().document.messages().list().back().kind, Message::Kind::error);
  EXPECT_EQ(workspace().document.avatar().worn().size(), 1u);
}

TEST_F(StageTest, KeysWork) {
  picture();
  Interface& interface = stage_->interface();
  interface.key({.code = SDLK_j});
  EXPECT_TRUE(workspace().view.settings.joints);
  workspace().document.sliders.set(parameter(33), 10.0);
  interface.key({.code = SDLK_z, .ctrl = true});
  EXPECT_EQ(workspace().document.avatar().weight(parameter(33)), parameter(33).default_weight);
  interface.key({.code = SDLK_z, .ctrl = true, .shift = true});
  EXPECT_NE(workspace().document.avatar().weight(parameter(33)), parameter(33).default_weight);
  interface.key({.code = SDLK_1});
  for (int i = 0; i < 100 && workspace().view.camera_control.flying(); ++i)
    ASSERT_TRUE(workspace().actions.update(0.05));
  EXPECT_NEAR(workspace().view.camera().yaw, 0.0, 1e-9);
}

TEST_F(StageTest, NothingWornStillDraws) {
  workspace().document.wardrobe.take_off(0);
  const Image empty = picture(true);
  EXPECT_GT(empty.difference(Image()), kWidth * kHeight / 2);
}

}  // namespace
}  // namespace mannequin::preview
