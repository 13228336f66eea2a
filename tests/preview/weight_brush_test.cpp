// Painting weights with the pointer, and typing them.
#include "tools/preview/panels/joints/weight_brush.h"

#include <SDL_keycode.h>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/preview/keyboard_fixture.h"
#include "tests/preview/pointer_fixture.h"
#include "tools/document/vertex_weights.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

class WeightBrushTest : public PointerTest {
 protected:
  void SetUp() override {
    PointerTest::SetUp();
    if (!context_) return;
    // The figure with more vertices.
    const BoundMeshDesc desc = test::divided(test::box_figure(character_->skeleton), 3);
    const auto bytes = io::write_glb(std::span(&desc, 1), &character_->skeleton);
    const auto path = test::own_folder() / "fine.glb";
    ASSERT_TRUE(bytes && io::write_file(path, *bytes));
    workspace().document.wardrobe.take_off(0);
    ASSERT_TRUE(workspace().document.files.open(path, false));
    workspace().document.forget_history();
    workspace().view.settings.paints = true;
    workspace().view.colors.show(ViewMode::weights);
    workspace().view.colors.choose_joint(joint("mElbowLeft"));
    workspace().view.camera().orthographic = true;
    painting().brush = {.radius = 0.05, .strength = 0.8};
    look("front");
    frame();
  }

  document::WeightPainting& painting() { return workspace().document.painting; }
  const WornMesh& mesh() { return *workspace().document.avatar().visible_meshes().front(); }
  std::size_t steps() { return workspace().document.history().done(); }
  // In front of the box of an upper arm.
  Vec3 arm(const char* name) {
    return workspace().document.avatar().joint_in_world(joint(name)) +
           Vec3(0.04, std::string_view(name).ends_with("Left") ? 0.13 : -0.13, 0.0);
  }
  float greatest(const char* name) {
    const std::vector<float> weights = document::weights_on(mesh(), joint(name));
    return *std::ranges::max_element(weights);
  }
  glm::ivec3 color_at(ImVec2 place) {
    std::uint8_t rgb[3] = {};
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
    glReadPixels(static_cast<int>(place.x), kHeight - 1 - static_cast<int>(place.y), 1, 1, GL_RGB,
                 GL_UNSIGNED_BYTE, rgb);
    return {rgb[0], rgb[1], rgb[2]};
  }
};

TEST_F(WeightBrushTest, AMirroredStrokeIsSeenOnBothSides) {
  // A joint in the middle has its weight painted on both arms.
  workspace().view.colors.choose_joint(joint("mNeck"));
  painting().brush.mirror = true;
  const Camera camera = workspace().view.camera();
  const ImVec2 left = on_screen(arm("mShoulderLeft")), right = on_screen(arm("mShoulderRight"));
  const ImVec2 away(300.0f, 280.0f);
  point(away);
  frame();
  const glm::ivec3 left_before = color_at(left), right_before = color_at(right);
  EXPECT_NEAR(left_before.r, left_before.b, 8) << "grey: no weight";
  drag({left.x - 8.0f, left.y}, {16.0f, 0.0f});
  EXPECT_EQ(steps(), 1u);
  EXPECT_EQ(workspace().document.history().undo_name(), "Paint mNeck on fine.glb");
  EXPECT_EQ(workspace().view.camera(), camera) << "the pointer was the brush's";
  const std::vector<float> weights = document::weights_on(mesh(), joint("mNeck"));
  EXPECT_GT(greatest("mNeck"), 0.7f);
  std::size_t painted = 0;
  for (std::size_t v = 0; v < weights.size(); ++v) {
    const Vec3 at(mesh().bound()[v]);
    painted += weights[v] > 0.0f ? 1 : 0;
    for (std::size_t other = 0; other < weights.size(); ++other)
      if (glm::distance(Vec3(mesh().bound()[other]), Vec3(at.x, -at.y, at.z)) < 1e-6) {
        EXPECT_NEAR(weights[v], weights[other], 1e-4f) << v;
      }
  }
  EXPECT_GT(painted, 20u);
  EXPECT_LT(painted, weights.size() / 4);
  point(away);
  frame();
  // From grey to colour.
  for (const auto& [place, before] : {std::pair{left, left_before}, {right, right_before}}) {
    const glm::ivec3 now = color_at(place);
    EXPECT_GT(std::abs(now.r - now.b) + std::abs(now.g - now.b), 40) << now.r << " " << now.g << " " << now.b;
  }
  workspace().document.undo();
  frame();
  EXPECT_EQ(color_at(left), left_before);
  EXPECT_EQ(color_at(right), right_before);
}

TEST_F(WeightBrushTest, WithCtrlItTakesAwayAndWithShiftItSmooths) {
  const ImVec2 at = on_screen(arm("mShoulderLeft"));
  const auto sum = [&] {
    float all = 0.0f;
    for (const float weight : document::weights_on(mesh(), joint("mElbowLeft"))) all += weight;
    return all;
  };
  click(at);
  const float once = sum();
  EXPECT_GT(once, 0.5f);
  modifiers(true, false, false);
  click(at);
  const float less = sum();
  EXPECT_LT(less, once);
  EXPECT_EQ(workspace().document.history().undo_name(), "Erase mElbowLeft on fine.glb");
  modifiers(false, true, false);
  click(at);
  modifiers(false, false, false);
  EXPECT_NE(sum(), less);
  EXPECT_EQ(workspace().document.history().undo_name(), "Smooth weights of fine.glb");
  EXPECT_EQ(steps(), 3u);
}

TEST_F(WeightBrushTest, BesideTheMeshAndWithAltTheCameraIsMoved) {
  const Camera camera = workspace().view.camera();
  drag({20.0f, 20.0f}, {40.0f, 0.0f});
  EXPECT_NE(workspace().view.camera(), camera);
  workspace().view.camera() = camera;
  modifiers(false, false, true);
  drag(on_screen(arm("mShoulderLeft")), {40.0f, 0.0f});
  modifiers(false, false, false);
  EXPECT_NE(workspace().view.camera(), camera);
  EXPECT_EQ(steps(), 0u);
  workspace().view.camera() = camera;
  workspace().view.settings.paints = false;
  drag(on_screen(arm("mShoulderLeft")), {40.0f, 0.0f});
  EXPECT_EQ(steps(), 0u);
}

TEST_F(WeightBrushTest, EscEndsAStrokeAsIfItHadNeverBegunAndBracketsChangeTheRadius) {
  io().MousePos = on_screen(arm("mShoulderLeft"));
  frame(1.0);
  press();
  EXPECT_GT(greatest("mElbowLeft"), 0.5f);
  EXPECT_EQ(steps(), 1u);
  EXPECT_TRUE(interface().key({.code = SDLK_z, .ctrl = true})) << "keys are the brush's meanwhile";
  EXPECT_GT(greatest("mElbowLeft"), 0.5f);
  EXPECT_TRUE(interface().key(plain(SDLK_ESCAPE)));
  frame();
  EXPECT_EQ(greatest("mElbowLeft"), 0.0f);
  release();
  EXPECT_EQ(steps(), 0u);
  const double radius = painting().brush.radius;
  EXPECT_TRUE(interface().key(plain(SDLK_RIGHTBRACKET)));
  EXPECT_GT(painting().brush.radius, radius);
  EXPECT_TRUE(interface().key(plain(SDLK_LEFTBRACKET)));
  EXPECT_NEAR(painting().brush.radius, radius, 1e-12);
  workspace().view.settings.paints = false;
  EXPECT_FALSE(interface().key(plain(SDLK_LEFTBRACKET)));
}

TEST_F(WeightBrushTest, TheClickedVertexStaysSelectedWhileItIsPainted) {
  workspace().view.settings.paints = false;
  click(on_screen(arm("mShoulderLeft")));
  ASSERT_TRUE(workspace().view.selection.vertex);
  const Selection selected = workspace().view.selection;
  workspace().view.colors.choose_joint(joint("mElbowLeft"));
  workspace().view.settings.paints = true;
  click(on_screen(arm("mShoulderLeft")));
  EXPECT_EQ(steps(), 1u);
  EXPECT_EQ(workspace().view.selection.vertex, selected.vertex);
  workspace().document.undo();
  frame();
  EXPECT_EQ(workspace().view.selection.vertex, selected.vertex);
}

}  // namespace
}  // namespace mannequin::preview

namespace mannequin::test {
namespace {

TEST_F(KeyboardTest, TheWeightsOfTheClickedVertexAreTypedAndLocked) {
  wear(write_figure("figure.glb"));
  const auto mesh = [&]() -> const document::WornMesh& {
    return *workspace().document.avatar().worn()[0]->meshes[0];
  };
  const JointIndex head = character_.skeleton.find("mHead"), neck = character_.skeleton.find("mNeck");
  const std::vector<float> on_head = document::weights_on(mesh(), head);
  const auto vertex = static_cast<std::size_t>(std::ranges::max_element(on_head) - on_head.begin());
  ASSERT_EQ(on_head[vertex], 1.0f);
  workspace().view.selection = {.joint = head, .added = {}, .mesh = mesh().id, .vertex = vertex};
  command("weights");
  go_to("Right");
  // One that the vertex does not follow has a row, too.
  workspace().view.colors.choose_joint(neck);
  walk_to({"typed", neck, "##weight"});
  tour_->type("0.25");
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(document::weights_on(mesh(), neck)[vertex], 0.25f, 1e-6f);
  EXPECT_NEAR(document::weights_on(mesh(), head)[vertex], 0.75f, 1e-6f);
  EXPECT_EQ(workspace().document.history().undo_name(),
            "Weight of mNeck at vertex " + std::to_string(vertex));
  walk_to({"typed", head, "##lock"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().document.painting.locked.contains(head));
  // All of it fits into its column, also at the largest size.
  SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), 1280, 720);
  workspace().view.settings.interface_size = 250;
  tour_->settle();
  expect_right_column_fits();
  // A closing window asks.
  tour_->key(SDLK_q, KMOD_LCTRL);
  EXPECT_FALSE(workspace().document.binding.unsaved().empty());
  EXPECT_FALSE(tour_->window().stage().interface().wants_close());
  tour_->key(SDLK_ESCAPE);
}

}  // namespace
}  // namespace mannequin::test
