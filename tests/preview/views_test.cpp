// What the colours of the view show.
#include "tools/preview/view/views.h"

#include <SDL_keycode.h>

#include "engine/io/builtin_mesh.h"
#include "engine/skeleton/joint_sides.h"
#include "tests/preview/stage_case.h"
#include "tools/document/vertex_weights.h"
#include "tools/preview/render/ramp.h"

namespace mannequin::preview {
namespace {

class ViewsTest : public StageTest {
 protected:
  JointIndex joint(const char* name) { return character_->skeleton.find(name); }
  // Where a joint is in the picture.
  Vec2 pixel_of(const Vec3& world) {
    const Vec4 clip = workspace().view.camera().clip_from_world(double{kWidth} / kHeight) * Vec4(world, 1.0);
    return {(0.5 + 0.5 * clip.x / clip.w) * kWidth, (0.5 - 0.5 * clip.y / clip.w) * kHeight};
  }
  // The mean colour around a place at a joint: hatching has two greys.
  Vec3 color_at(const Image& image, const char* name, const Vec3& from_joint) {
    const Vec2 p = pixel_of(workspace().document.avatar().joint_in_world(joint(name)) + from_joint);
    Vec3 sum(0.0);
    for (int dy = -5; dy <= 5; ++dy)
      for (int dx = -5; dx <= 5; ++dx)
        sum += Vec3(image.at(static_cast<int>(p.x) + dx, static_cast<int>(p.y) + dy));
    return sum / 121.0;
  }
};

TEST_F(ViewsTest, WeightsAreYellowWhereAJointHasAllAndHatchedGreyWhereItHasNone) {
  workspace().view.camera_control.look("front", true);
  workspace().actions.show_weights_of(joint("mHipLeft"));
  const Image image = picture();
  const Vec3 thigh = color_at(image, "mHipLeft", {0.0, 0.0, -0.24}),
             other = color_at(image, "mHipRight", {0.0, 0.0, -0.24});
  // fde725, seen from straight ahead.
  EXPECT_NEAR(thigh.r, 0xfd, 6.0);
  EXPECT_NEAR(thigh.g, 0xe7, 6.0);
  EXPECT_NEAR(thigh.b, 0x25, 10.0);
  EXPECT_NEAR(other.r, other.g, 3.0);
  EXPECT_NEAR(other.g, other.b, 3.0);
  EXPECT_NEAR(other.r, 0x70, 24.0);
  EXPECT_EQ(workspace().view.colors.legend().title, "Weight on mHipLeft");
  EXPECT_TRUE(workspace().view.colors.legend().ramp);
  EXPECT_FALSE(workspace().view.colors.legend().hatching.empty());
}

TEST_F(ViewsTest, WhatIsSeeThroughIsSoInTheseColorsToo) {
  workspace().view.camera_control.look("front", true);
  const Vec3 below_hip(0.0, 0.0, -0.24);
  for (const ViewMode mode : {ViewMode::weights, ViewMode::strongest, ViewMode::normals}) {
    workspace().document.wardrobe.set_look(0, Vec3f(1.0f), 1.0f);
    workspace().view.colors.choose_joint(joint("mHipLeft"));
    workspace().view.colors.show(mode);
    const Vec3 whole = color_at(picture(), "mHipLeft", below_hip);
    workspace().document.wardrobe.set_look(0, Vec3f(1.0f), 0.5f);
    const Vec3 half = color_at(picture(), "mHipLeft", below_hip);
    EXPECT_LT(half.r + half.g + half.b, 0.85 * (whole.r + whole.g + whole.b)) << static_cast<int>(mode);
  }
}

TEST_F(ViewsTest, TheStrongestJointsAreToldApartInGrey) {
  // One surface, unlike the figure of boxes.
  auto body = io::read_builtin_mesh("mannequin", Sex::female);
  ASSERT_TRUE(body) << body.error().message();
  ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(*body), "body.glb", false));
  workspace().document.wardrobe.take_off(0);
  workspace().view.camera_control.look("front", true);
  workspace().view.colors.show(ViewMode::strongest);
  const Image image = picture();
  const auto grey = [](const Vec3& color) { return glm::dot(color, Vec3(0.3, 0.6, 0.1)); };
  double darkest_joint = 255.0;
  for (const JointIndex j : document::strongest_joints(*workspace().document.avatar().worn()[0]->meshes[0]))
    darkest_joint = std::min(darkest_joint, 255.0 * grey(category_color(static_cast<std::size_t>(j))));
  const Vec3 knee = workspace().document.avatar().joint_in_world(joint("mKneeLeft"));
  double darkest = 255.0;
  for (double z = -0.2; z < 0.2; z += 0.002) {
    const Vec2 p = pixel_of(knee + Vec3(0.0, 0.0, z));
    darkest = std::min(darkest, grey(image.at(static_cast<int>(p.x), static_cast<int>(p.y))));
  }
  EXPECT_LT(darkest, 0.7 * darkest_joint) << "no border between thigh and shin";
}

TEST_F(ViewsTest, TheJointIsThatOfAVertexShownByAFinding) {
  workspace().view.colors.show(ViewMode::weights);
  picture();
  const WornMesh& mesh = *workspace().document.avatar().worn()[0]->meshes[0];
  const auto strongest = document::strongest_joints(mesh);
  const auto found =
      std::ranges::find_if(strongest, [&](JointIndex j) { return j != workspace().view.colors.joint(); });
  ASSERT_NE(found, strongest.end());
  workspace().actions.go_to({.mesh = mesh.id, .vertex = static_cast<std::size_t>(found - strongest.begin())});
  picture();
  EXPECT_EQ(workspace().view.colors.joint(), *found);
}

TEST_F(ViewsTest, TheJointIsOneOfWhatIsWornUntilAnotherIsChosen) {
  workspace().view.colors.show(ViewMode::weights);
  picture();
  auto boots = io::read_builtin_mesh("boots", Sex::female);
  ASSERT_TRUE(boots) << boots.error().message();
  ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(*boots), "boots.glb", false));
  workspace().document.wardrobe.take_off(0);
  picture();
  const DressedAvatar& avatar = workspace().document.avatar();
  EXPECT_GT(document::weighted_vertices(avatar, workspace().view.colors.joint()), 0u);
  workspace().actions.show_weights_of(joint("mHead"));
  workspace().document.wardrobe.take_off(0);
  picture();
  EXPECT_EQ(workspace().view.colors.joint(), joint("mHead"));
}

TEST_F(ViewsTest, EachModeChangesThePictureAndSolidBringsItBack) {
  const Image solid = picture();
  for (const ViewModeEntry& entry : view_modes()) {
    if (entry.mode == ViewMode::solid) continue;
    workspace().view.colors.show(entry.mode);
    EXPECT_GT(solid.difference(picture()), 300) << entry.key;
  }
  workspace().view.colors.show(ViewMode::solid);
  EXPECT_EQ(solid.difference(picture()), 0);
}

TEST_F(ViewsTest, CountsAndMirrorsJoints) {
  picture();
  const Skeleton& skeleton = character_->skeleton;
  EXPECT_EQ(weighted_vertices(workspace().document.avatar(), joint("mHipLeft")), 24u);
  EXPECT_EQ(weighted_vertices(workspace().document.avatar(), joint("mNeck")), 0u);
  EXPECT_EQ(mirrored_joint(skeleton, joint("mHipLeft")), joint("mHipRight"));
  EXPECT_EQ(mirrored_joint(skeleton, joint("R_UPPER_ARM")), joint("L_UPPER_ARM"));
  EXPECT_EQ(mirrored_joint(skeleton, joint("LEFT_PEC")), joint("RIGHT_PEC"));
  EXPECT_EQ(mirrored_joint(skeleton, joint("mHead")), kNoJoint);
}

TEST_F(ViewsTest, FindsTheVertexUnderThePointerAndTellsItsWeights) {
  workspace().view.camera_control.look("front", true);
  workspace().actions.show_weights_of(joint("mHead"));
  picture();
  const Vec2 p =
      pixel_of(workspace().document.avatar().joint_in_world(joint("mHead")) + Vec3(0.0, 0.0, 0.09));
  const auto sight = [&](double x, double y) {
    return workspace().view.surface_along(
        ray_through(workspace().view.camera(), double{kWidth} / kHeight, x, y));
  };
  const auto hits = sight(2.0 * p.x / kWidth - 1.0, 1.0 - 2.0 * p.y / kHeight);
  ASSERT_FALSE(hits.empty());
  const PointedVertex found{hits[0].mesh->id, hits[0].mesh->mesh.name(), hits[0].vertex};
  const WornMesh* mesh = visible_mesh(workspace().document.avatar(), found.mesh);
  ASSERT_NE(mesh, nullptr);
  EXPECT_GT(skinned_vertex(*mesh, found.vertex).x,
            workspace().document.avatar().joint_in_world(joint("mHead")).x)
      << "the front of the head, not its back";
  const auto shares = vertex_weights(*mesh, found.vertex);
  ASSERT_EQ(shares.size(), 1u);
  EXPECT_EQ(shares[0].joint, joint("mHead"));
  EXPECT_EQ(workspace().view.colors.value_at(workspace().document.avatar(), found), "1.000");
  EXPECT_TRUE(sight(-0.98, 0.98).empty());
}

TEST_F(ViewsTest, TheKeyShowsWeightsAndHidesThem) {
  picture();
  stage_->interface().key({.code = SDLK_w});
  EXPECT_EQ(workspace().view.colors.mode(), ViewMode::weights);
  picture(true);
  EXPECT_NE(workspace().view.colors.joint(), kNoJoint) << "one that moves something is chosen";
  stage_->interface().key({.code = SDLK_w});
  EXPECT_EQ(workspace().view.colors.mode(), ViewMode::solid);
}

TEST_F(ViewsTest, WhatIsPutOnLaterIsColouredToo) {
  workspace().actions.show_weights_of(joint("mHead"));
  const Image before = picture();
  io::BoundMeshFile file{.source = "box.dae", .meshes = {}, .notes = {}};
  file.meshes.push_back(test::box_on(character_->skeleton, "mWristLeft", {}));
  ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(file), "box.dae", false));
  const Image after = picture();
  EXPECT_GT(before.difference(after), 5);
  const Vec3 wrist = color_at(after, "mWristLeft", {});
  EXPECT_NEAR(wrist.r, wrist.b, 12.0) << "grey: it has no weight on the head";
}

}  // namespace
}  // namespace mannequin::preview
