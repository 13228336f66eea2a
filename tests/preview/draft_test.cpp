// Drafts, drawn during motion if a whole picture takes long: they show the same as a whole one.
#include <algorithm>
#include <numeric>

#include "engine/io/builtin_mesh.h"
#include "tests/preview/stage_case.h"
#include "tools/preview/render/renderer.h"

namespace mannequin::preview {
namespace {

class DraftTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (!context_) return;
    auto renderer = Renderer::create(4);
    ASSERT_TRUE(renderer) << renderer.error().message();
    renderer_.emplace(std::move(*renderer));
    renderer_->avatar_changed();
  }
  void TearDown() override {
    renderer_.reset();
    StageTest::TearDown();
  }

  Picture wanted(bool draft, bool plays = false) {
    const Scene& scene = workspace().view.scene();
    meshes_ = scene.drawables();
    return {.meshes = meshes_,
            .bounds = scene.avatar().bounds(),
            .lift = scene.avatar().lift(),
            .draft = draft,
            .plays = plays,
            .shading = {},
            .camera = workspace().view.camera()};
  }
  Image drawn(bool draft, bool plays = false) {
    const Picture picture = wanted(draft, plays);
    if (!draft) renderer_->finish(picture);
    const auto complete = renderer_->draw(picture, kWidth, kHeight);
    EXPECT_TRUE(complete && *complete);
    renderer_->present(framebuffer_.id(), {.width = kWidth, .height = kHeight});
    return read();
  }

  std::optional<Renderer> renderer_;
  std::vector<MeshDrawable*> meshes_;
};

TEST_F(DraftTest, LooksLikeTheWholePicture) {
  const Image whole = drawn(false), draft = drawn(true);
  // Edges have steps, and shadows are those of vertices.
  EXPECT_LT(whole.difference(draft), kWidth * kHeight / 25);
  EXPECT_EQ(draft.difference(drawn(true)), 0);
  EXPECT_EQ(whole.difference(drawn(false)), 0);
}

TEST_F(DraftTest, FollowsTheAvatarBeforeItsShadowsDo) {
  const Image whole = drawn(false);
  workspace().document.sliders.set(parameter(33), 100.0);
  ASSERT_TRUE(workspace().actions.update(0.0));
  renderer_->avatar_changed();
  const Image draft = drawn(true);
  EXPECT_GT(whole.difference(draft), 1000);
  const Image taller = drawn(false);
  EXPECT_LT(taller.difference(draft), taller.difference(whole) / 2);
}

TEST_F(DraftTest, ShadowsFollowWhatMovesByItself) {
  drawn(false);
  workspace().document.sliders.set(parameter(33), 100.0);
  Pose pose;
  const Skeleton& skeleton = character_->skeleton;
  pose.set_rotation(skeleton, skeleton.find("mPelvis"),
                    glm::angleAxis(glm::radians(70.0), Vec3(0.0, 1.0, 0.0)));
  workspace().document.posing.set("bowed", pose);
  ASSERT_TRUE(workspace().actions.update(0.0));
  renderer_->avatar_changed();
  const Image stays = drawn(true);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(stays.difference(drawn(true, true)), 0);
  drawn(true, true);
  const Image follows = drawn(true, true), whole = drawn(false);
  EXPECT_GT(stays.difference(follows), 200);
  EXPECT_LT(whole.difference(follows), whole.difference(stays) - 100);
}

TEST_F(DraftTest, WhatIsBehindTheAvatarFollowsTheView) {
  drawn(false);  // from now on there are shadows
  const Image before = drawn(true);
  workspace().view.camera().turn(0.7, 0.2);
  const Image turned = drawn(true);
  EXPECT_GT(before.difference(turned), 1000);
  EXPECT_LT(drawn(false).difference(turned), kWidth * kHeight / 25);
  EXPECT_EQ(turned.difference(drawn(true)), 0);
}

// The built-in body, with four triangles for each of its own.
class FineDraftTest : public DraftTest {
 protected:
  void SetUp() override {
    DraftTest::SetUp();
    if (!context_) return;
    auto body = io::read_builtin_mesh("mannequin", Sex::female);
    ASSERT_TRUE(body) << body.error().message();
    for (BoundMeshDesc& mesh : body->meshes) mesh = test::divided(std::move(mesh), 1);
    ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(*body), "fine.glb", false));
    workspace().document.wardrobe.take_off(0);
    ASSERT_TRUE(workspace().actions.update(0.0));
  }

  // Far from what its triangles were made for.
  void bend() {
    workspace().document.sliders.set(parameter(33), 100.0);
    workspace().document.sliders.set(parameter(637), 100.0);
    const Skeleton& skeleton = character_->skeleton;
    Pose pose;
    for (const auto& [joint, degrees, axis] : {std::tuple{"mShoulderLeft", -60.0, Vec3(1.0, 0.0, 0.0)},
                                               {"mElbowLeft", 100.0, {0.0, 0.0, -1.0}},
                                               {"mKneeRight", 100.0, {0.0, 1.0, 0.0}},
                                               {"mHipRight", -80.0, {0.0, 1.0, 0.0}},
                                               {"mTorso", 35.0, {0.0, 1.0, 0.0}},
                                               {"mHead", 50.0, {0.0, 0.0, 1.0}}})
      pose.set_rotation(skeleton, skeleton.find(joint), glm::angleAxis(glm::radians(degrees), axis));
    workspace().document.posing.set("bent", pose);
    ASSERT_TRUE(workspace().actions.update(0.0));
    renderer_->avatar_changed();
  }

  std::size_t triangles(bool coarse) {
    const auto meshes = workspace().view.scene().drawables();
    return std::accumulate(meshes.begin(), meshes.end(), std::size_t{0},
                           [&](std::size_t sum, const MeshDrawable* mesh) {
                             return sum + (coarse ? mesh->coarse_triangles() : mesh->triangles());
                           });
  }
};

TEST_F(FineDraftTest, ManyTrianglesBecomeFewOnceForAllShapesAndPoses) {
  EXPECT_GT(triangles(false), 100000u);
  EXPECT_EQ(triangles(true), 0u) << "before there is a draft to be drawn";
  ASSERT_TRUE(workspace().view.scene().prepare_drafts());
  const std::size_t coarse = triangles(true);
  EXPECT_GT(coarse, 10000u);
  EXPECT_LT(coarse, 50000u);
  bend();
  ASSERT_TRUE(workspace().view.scene().prepare_drafts());
  EXPECT_EQ(triangles(true), coarse);
}

TEST_F(FineDraftTest, FewTrianglesLookLikeAllOfThem) {
  bend();
  const Image whole = drawn(false), fine = drawn(true);
  ASSERT_TRUE(workspace().view.scene().prepare_drafts());
  const Image coarse = drawn(true);
  EXPECT_GT(fine.difference(coarse), 0) << "they were not drawn";
  EXPECT_LT(fine.difference(coarse), kWidth * kHeight / 100);
  EXPECT_LT(whole.difference(coarse), kWidth * kHeight / 25);
  EXPECT_EQ(whole.difference(drawn(false)), 0) << "a whole picture has all triangles";
}

TEST_F(FineDraftTest, AWholePictureGivesWayToInput) {
  const Image whole = drawn(false), draft = drawn(true);
  // In the shadows, then in the meshes.
  for (const bool shadows : {true, false}) {
    if (shadows) renderer_->avatar_changed();
    int asked = 0;
    const auto complete =
        renderer_->draw(wanted(false), kWidth, kHeight, GivingUp([&] { return ++asked == 3; }));
    ASSERT_TRUE(complete) << complete.error().message();
    EXPECT_FALSE(*complete);
    EXPECT_EQ(asked, 3) << "it went on";
    EXPECT_EQ(draft.difference(drawn(true)), 0);
  }
  // Drafts are what it gives way to.
  const auto complete = renderer_->draw(wanted(true), kWidth, kHeight, GivingUp([] { return true; }));
  EXPECT_TRUE(complete && *complete);
  EXPECT_EQ(whole.difference(drawn(false)), 0) << "nothing of what was given up is left";
}

TEST_F(FineDraftTest, NothingIsMissingWithoutTheBackFacesOfABody) {
  bend();
  MeshDrawable& body = *workspace().view.scene().drawables().front();
  const auto pixels_that_differ = [&] {
    const Image fronts = drawn(true);
    body.set_encloses_inside(false);
    const Image all = drawn(true);
    body.set_encloses_inside(true);
    int count = 0;
    for (std::size_t i = 0; i < all.rgb.size(); i += 3)
      count += !std::equal(&all.rgb[i], &all.rgb[i] + 3, &fronts.rgb[i]);
    return count;
  };
  EXPECT_FALSE(body.shows_back_faces(true));
  EXPECT_LE(pixels_that_differ(), 5) << "only deep folds turn a skin inside out";
  // From inside, they are all that there is.
  workspace().view.camera().target = workspace().view.scene().avatar().bounds().center();
  workspace().view.camera().distance = 0.05;
  EXPECT_EQ(pixels_that_differ(), 0);
  body.set_look(Vec3f(1.0f), 0.5f);
  EXPECT_TRUE(body.shows_back_faces(true));
}

// The built-in body in its dress: red skin, blue cloth. Some of it is as finely divided as what people model,
// with 200,000 vertices and more.
class DressedDraftTest : public DraftTest {
 protected:
  void wear(const char* name, int divided, const Vec3f& tint) {
    auto file = io::read_builtin_mesh(name, Sex::female);
    ASSERT_TRUE(file) << file.error().message();
    for (BoundMeshDesc& mesh : file->meshes) mesh = test::divided(std::move(mesh), divided);
    ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(*file), std::string(name) + ".glb", false));
    ASSERT_TRUE(workspace().actions.update(0.0));
    workspace().document.wardrobe.set_look(workspace().document.avatar().worn().size() - 1, tint, 1.0f);
    ASSERT_TRUE(workspace().actions.update(0.0));
    renderer_->avatar_changed();
  }
  // On a shape over which it is tight.
  void dress(int body, int dress) {
    wear("mannequin", body, kRed);
    wear("dress", dress, kBlue);
    workspace().document.wardrobe.take_off(0);
    for (const int id : {33, 157, 637}) workspace().document.sliders.set(parameter(id), 100.0);
    ASSERT_TRUE(workspace().actions.update(0.0));
    renderer_->avatar_changed();
  }
  static bool is_skin(const glm::ivec3& color) { return color.r > 2 * color.b; }
  static bool is_cloth(const glm::ivec3& color) { return color.b > 2 * color.r; }

  // Pixels in which a draft shows skin, and the whole picture cloth.
  int skin_through_cloth() {
    int count = 0;
    EXPECT_TRUE(workspace().view.scene().prepare_drafts());
    for (const char* look : {"front", "side", "back", "three-quarter"}) {
      workspace().view.camera_control.look(look, true);
      workspace().view.camera().zoom(0.6);
      const Image whole = drawn(false), draft = drawn(true);
      for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) count += is_skin(draft.at(x, y)) && is_cloth(whole.at(x, y));
    }
    return count;
  }

  static constexpr Vec3f kRed{1.0f, 0.05f, 0.05f}, kBlue{0.05f, 0.05f, 1.0f};
};

TEST_F(DressedDraftTest, NoSkinIsSeenThroughADressBesideAHeavyMesh) {
  dress(0, 0);
  wear("boots", 3, Vec3f(0.05f, 1.0f, 0.05f));
  EXPECT_LT(skin_through_cloth(), 20);
}

TEST_F(DressedDraftTest, NoSkinOfAHeavyBodyIsSeenThroughADress) {
  dress(2, 0);
  EXPECT_LT(skin_through_cloth(), 20);
}

TEST_F(DressedDraftTest, NoSkinIsSeenThroughAHeavyDress) {
  dress(0, 3);
  EXPECT_LT(skin_through_cloth(), 20);
}

TEST_F(DraftTest, FewTrianglesStayAsTheyAre) {
  const Image before = drawn(true);
  ASSERT_TRUE(workspace().view.scene().prepare_drafts());
  for (const MeshDrawable* mesh : workspace().view.scene().drawables())
    EXPECT_EQ(mesh->coarse_triangles(), 0u);
  EXPECT_EQ(before.difference(drawn(true)), 0);
}

TEST_F(DraftTest, WhatRestsIsDrawnWhole) {
  const Image before = picture();
  workspace().document.sliders.set(parameter(33), 100.0);
  ASSERT_TRUE(stage_->frame(framebuffer_.id(), kWidth, kHeight, 1.0f, false));
  workspace().document.sliders.set(parameter(33), 0.0);
  ASSERT_TRUE(stage_->frame(framebuffer_.id(), kWidth, kHeight, 1.0f, false));
  workspace().document.undo();
  workspace().document.undo();
  EXPECT_EQ(before.difference(picture()), 0);
}

}  // namespace
}  // namespace mannequin::preview
