// Two avatars in one view, and how far apart they are.
#include "tools/document/comparison.h"

#include <SDL_scancode.h>

#include <algorithm>

#include "engine/bind/posed_skin.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/preview/stage_case.h"
#include "tools/preview/panels/compare/compare_view.h"

namespace mannequin::preview {
namespace {

class ComparisonTest : public StageTest {
 protected:
  Comparison& comparison() { return workspace().document.comparison; }
  // Pixels between two columns in which the images differ, except where the names of the sides are.
  static int different(const Image& a, const Image& b, int from, int to) {
    int count = 0;
    for (int y = 0; y < kHeight - 50; ++y)
      for (int x = from; x < to; ++x) {
        const glm::ivec3 apart = glm::abs(a.at(x, y) - b.at(x, y));
        count += std::max({apart.r, apart.g, apart.b}) > 12 ? 1 : 0;
      }
    return count;
  }
};

TEST_F(ComparisonTest, TheDistanceIsThatOfTheReferenceAndItsWorstPlaceIsFound) {
  workspace().view.colors.show(ViewMode::distance);
  picture();
  ASSERT_TRUE(workspace().view.colors.worst());
  EXPECT_NEAR(workspace().view.colors.worst()->metres, 0.0, 1e-6) << "A is the default shape, and so is B";
  workspace().document.sliders.set(parameter(33), 100.0);
  picture();
  const WorstPlace worst = *workspace().view.colors.worst();
  // By hand: the same vertex under both shapes.
  const WornMesh& mesh = *workspace().document.avatar().visible_meshes().front();
  const Vec3 tall = skinned_vertex(mesh, worst.vertex);
  double most = 0.0;
  std::vector<Vec3> all_tall = skinned_sample(mesh, mesh.mesh.vertex_count());
  workspace().document.undo();
  picture();
  const std::vector<Vec3> all_small = skinned_sample(mesh, mesh.mesh.vertex_count());
  for (std::size_t v = 0; v < all_tall.size(); ++v)
    most = std::max(most, glm::length(all_tall[v] - all_small[v]));
  EXPECT_GT(most, 0.05);
  EXPECT_NEAR(worst.metres, most, 1e-6);
  EXPECT_NEAR(glm::length(tall - all_small[worst.vertex]), most, 1e-6);
}

TEST_F(ComparisonTest, AlongTheNormalAFatterBellyIsOutwards) {
  workspace().view.colors.show(ViewMode::along_normal);
  workspace().document.sliders.set(parameter(157), 0.0);
  workspace().document.set_a_to_current();
  workspace().document.sliders.set(parameter(157), 100.0);
  picture();
  ASSERT_TRUE(workspace().view.colors.worst());
  EXPECT_GT(workspace().view.colors.worst()->metres, 0.005);
  EXPECT_EQ(workspace().view.colors.shading().low, -workspace().view.colors.shading().high)
      << "zero is in the middle";
  workspace().document.swap_a_and_b();
  picture();
  EXPECT_LT(workspace().view.colors.worst()->metres, -0.005) << "the other way round it is inwards";
}

// In grey, both ends of the ramp are alike.
TEST_F(ComparisonTest, InwardsHasDots) {
  const auto light = [](const Image& image, int x, int y) {
    return (image.at(x, y).r + image.at(x, y).g) / 2;
  };
  // On the box in front of the camera: where it is much lighter or darker than on both sides.
  const auto dots = [&](const Image& image) {
    int count = 0;
    for (int y = 30; y < 100; ++y)
      for (int x = 40; x < 170; ++x) {
        const int here = light(image, x, y), left = light(image, x - 3, y), right = light(image, x + 3, y);
        count += std::abs(left - right) < 20 && std::abs(here - left) > 60 ? 1 : 0;
      }
    return count;
  };
  workspace().view.settings.floor = false;  // with its grid
  workspace().view.colors.show(ViewMode::along_normal);
  workspace().document.sliders.set(parameter(157), 0.0);
  workspace().document.set_a_to_current();
  workspace().document.sliders.set(parameter(157), 100.0);
  picture();
  ASSERT_TRUE(workspace().view.colors.worst());
  workspace().view.settings.reduce_motion = true;
  workspace().actions.go_to(*workspace().view.colors.worst());
  picture();
  EXPECT_EQ(dots(picture()), 0);
  workspace().document.swap_a_and_b();
  picture();
  EXPECT_GT(dots(picture()), 50);
  EXPECT_GT(workspace().view.colors.dotted(), 0.0f);
  workspace().view.colors.show(ViewMode::distance);
  picture();
  EXPECT_EQ(workspace().view.colors.dotted(), 0.0f);
}

TEST_F(ComparisonTest, TheRangeFollowsUnlessLocked) {
  workspace().view.colors.show(ViewMode::distance);
  workspace().document.sliders.set(parameter(33), 60.0);
  picture();
  const double small = workspace().view.colors.shading().high;
  workspace().view.colors.lock_range(true);
  workspace().document.sliders.set(parameter(33), 100.0);
  picture();
  EXPECT_EQ(workspace().view.colors.shading().high, small);
  EXPECT_TRUE(workspace().view.colors.legend().clipped_high);
  workspace().view.colors.lock_range(false);
  picture();
  EXPECT_GT(workspace().view.colors.shading().high, small);
  EXPECT_FALSE(workspace().view.colors.legend().clipped_high);
}

TEST_F(ComparisonTest, TheBarPartsTheViewAndTheKeySwapsTheSides) {
  workspace().view.settings.floor = false;  // the distance of the soles is shown above the names of the sides
  workspace().view.camera_control.look("front", true);
  workspace().document.sliders.set(parameter(33), 100.0);
  picture();
  workspace().view.camera_control.look("front", true);  // the tall one, which the camera follows
  workspace().view.camera().turn(0.01, 0.0);            // now it makes no room for the names
  const Camera camera = workspace().view.camera();
  const Image tall = picture();
  workspace().document.undo();
  workspace().view.camera() = camera;
  const Image small = picture();
  workspace().document.redo();
  workspace().view.compare.show(true);
  const Image split = picture();
  // The bar and its grip are in the middle.
  const int left_of_bar = kWidth / 2 - 12, right_of_bar = kWidth / 2 + 12;
  EXPECT_EQ(different(split, small, 0, left_of_bar), 0);
  EXPECT_EQ(different(split, tall, right_of_bar, kWidth), 0);
  EXPECT_GT(different(split, tall, 0, left_of_bar), 1000);
  EXPECT_GT(different(split, small, right_of_bar, kWidth), 1000);
  workspace().view.compare.set_layout(CompareLayout::Layout::hold);
  const Image present = picture();
  EXPECT_EQ(different(present, tall, 0, kWidth), 0);
  ImGui::GetIO().KeysDown[SDL_SCANCODE_B] = true;
  EXPECT_EQ(different(picture(), small, 0, kWidth), 0);
  ImGui::GetIO().KeysDown[SDL_SCANCODE_B] = false;
  EXPECT_EQ(picture().difference(present), 0);
}

// One camera is for both sides.
TEST_F(ComparisonTest, TheCameraFramesBothAvatarsAndTheSamePlaceOfBoth) {
  workspace().document.sliders.set(parameter(33), 100.0);
  picture();
  workspace().document.set_a_to_current();  // the tall one
  workspace().document.sliders.set(parameter(33), 0.0);
  picture();
  workspace().view.camera_control.look("front", true);
  workspace().view.compare.show(true);
  workspace().view.settings.reduce_motion = true;
  picture();
  const DressedAvatar* const tall = workspace().view.beside();
  ASSERT_NE(tall, nullptr);
  const double aspect = double{kWidth} / kHeight;
  const auto shows = [&](const std::vector<Vec3>& points) {
    return document::shows_all(workspace().view.camera(), points, aspect);
  };
  EXPECT_TRUE(shows(tall->outline_in_world())) << "it moved away when A came";
  workspace().view.camera().zoom(0.1);
  workspace().actions.fit_selected();
  EXPECT_TRUE(shows(tall->outline_in_world())) << "F";
  const JointIndex head = character_->skeleton.find("mHead");
  const std::vector<Vec3> heads = {workspace().document.avatar().joint_in_world(head),
                                   tall->joint_in_world(head)};
  ASSERT_GT(glm::distance(heads[0], heads[1]), 0.2);
  workspace().actions.fly_to_joint(head);
  EXPECT_TRUE(shows(heads));
  workspace().actions.select_joint(head);
  workspace().actions.fit_selected();
  EXPECT_TRUE(shows(heads));
  // A vertex, of which both have one.
  const WornMesh& mesh = *workspace().document.avatar().visible_meshes().front();
  std::size_t top = 0;
  for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v)
    if (skinned_vertex(mesh, v).z > skinned_vertex(mesh, top).z) top = v;
  workspace().actions.go_to({.mesh = mesh.id, .vertex = top});
  const auto vertex = workspace().view.selected_vertex_in_world();
  const auto beside = workspace().view.place_beside(mesh.id, top);
  ASSERT_TRUE(vertex && beside);
  EXPECT_TRUE(shows({*vertex, *beside}));
  // What is pointed at is what is drawn there.
  const document::Ray ray{Vec3(3.0, 0.0, beside->z - 0.02), Vec3(-1.0, 0.0, 0.0)};
  workspace().view.camera().target.x = 1.0;  // where nothing is hit
  workspace().view.compare.point_at_a(false);
  EXPECT_GT(workspace().view.point_along(ray).x, 0.5) << "B ends below";
  workspace().view.compare.point_at_a(true);
  EXPECT_LT(workspace().view.point_along(ray).x, 0.5) << "the head of A";
}

TEST_F(ComparisonTest, SideBySideAndOnionSkinShowBoth) {
  workspace().document.sliders.set(parameter(33), 100.0);
  picture();
  workspace().view.camera_control.look("front", true);  // the tall one, as half the view does
  const Image alone = picture();
  workspace().view.compare.show(true);
  workspace().view.compare.set_layout(CompareLayout::Layout::onion);
  EXPECT_GT(alone.difference(picture()), 1000);
  workspace().view.compare.set_layout(CompareLayout::Layout::side_by_side);
  EXPECT_GT(alone.difference(picture()), 3000);
  EXPECT_EQ(stage_->interface().view().size.x, 0.5f * kWidth);
  workspace().view.compare.show(false);
  EXPECT_EQ(alone.difference(picture()), 0);
  EXPECT_EQ(comparison().other(), nullptr) << "nobody looks at it";
}

TEST_F(ComparisonTest, AnOwnPoseOfAKeepsTheShapeOfB) {
  Pose bent;
  bent.set_rotation(character_->skeleton, character_->skeleton.find("mHipLeft"),
                    Quat(0.9, 0.0, 0.43589, 0.0));
  comparison().set_differs(Comparison::Differs::pose);
  workspace().view.compare.show(true);
  workspace().document.posing.set("bent", bent);
  workspace().document.sliders.set(parameter(33), 100.0);
  picture();
  ASSERT_NE(comparison().other(), nullptr);
  EXPECT_EQ(comparison().other()->state().size.height, workspace().document.avatar().state().size.height);
  EXPECT_TRUE(comparison().other()->choice().pose.rotations.empty());
  workspace().document.swap_a_and_b();
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "T");
  EXPECT_EQ(workspace().document.history().undo_name(), "Swap A and B");
  workspace().document.undo();
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, "bent");
}

// Most files have the pelvis at its height above the ground, which the avatar's frame has not.
TEST_F(ComparisonTest, AsModelledAFileInBindSpaceStandsWhereItIsWorn) {
  const Vec3 up(0.0, 0.0, bind_space_height(character_->skeleton));
  BoundMeshDesc figure = test::box_figure(character_->skeleton);
  for (Vec3f& p : figure.mesh.positions) p += Vec3f(up);
  for (Mat4& bind : figure.skin.inverse_binds) bind = glm::translate(bind, -up);
  io::BoundMeshFile file;
  file.source = "raised.glb";
  file.meshes = {figure};
  while (!workspace().document.avatar().worn().empty()) workspace().document.wardrobe.take_off(0);
  ASSERT_TRUE(workspace().document.wardrobe.put_on(file, "raised.glb", false));
  comparison().set_differs(Comparison::Differs::modelled);
  workspace().view.colors.show(ViewMode::distance);
  picture();
  ASSERT_NE(comparison().other(), nullptr);
  ASSERT_TRUE(workspace().view.colors.worst());
  EXPECT_LT(workspace().view.colors.worst()->metres, 0.2);
  const WornMesh& modelled = *comparison().other()->visible_meshes().front();
  for (std::size_t v = 0; v < modelled.mesh.vertex_count(); ++v)
    EXPECT_LT(glm::distance(document::skinned_vertex(modelled, v) + up, Vec3(modelled.bound()[v])), 1e-6);
}

TEST_F(ComparisonTest, AsModelledStaysWhereItIsBound) {
  comparison().set_differs(Comparison::Differs::modelled);
  workspace().view.colors.show(ViewMode::distance);
  picture();
  ASSERT_NE(comparison().other(), nullptr);
  // A and B are in one place, not one above the other.
  ASSERT_TRUE(workspace().view.colors.worst());
  EXPECT_LT(workspace().view.colors.worst()->metres, 0.2);
  const auto bound = [&](const WornMesh& mesh) {
    double most = 0.0;
    for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v)
      most = std::max(most, glm::distance(document::skinned_vertex(mesh, v), Vec3(mesh.bound()[v])));
    return most;
  };
  const WornMesh& modelled = *comparison().other()->visible_meshes().front();
  EXPECT_LT(bound(modelled), 1e-6);
  workspace().document.sliders.set(parameter(33), 100.0);
  picture();
  EXPECT_LT(bound(modelled), 1e-6) << "whatever the shape";
  EXPECT_GT(bound(*workspace().document.avatar().visible_meshes().front()), 0.05);
  ASSERT_TRUE(workspace().view.colors.worst());
  EXPECT_GT(workspace().view.colors.worst()->metres, 0.05);
  const std::size_t steps = workspace().document.history().done();
  workspace().document.swap_a_and_b();
  EXPECT_EQ(workspace().document.history().done(), steps) << "no avatar can take that state";
  comparison().set_differs(Comparison::Differs::shape);
  picture();
  EXPECT_GT(bound(*comparison().other()->visible_meshes().front()), 1e-4);
}

TEST_F(ComparisonTest, AReloadedFileIsComparedWithWhatItWas) {
  picture();
  BoundMeshDesc moved = test::box_figure(character_->skeleton);
  for (Vec3f& p : moved.mesh.positions) p.x += 0.02f;
  const auto bytes = io::write_glb(std::span(&moved, 1), &character_->skeleton);
  ASSERT_TRUE(bytes);
  ASSERT_TRUE(io::write_file(workspace().document.avatar().worn()[0]->path, *bytes));
  workspace().document.files.reload_all();
  ASSERT_TRUE(comparison().has_before());
  comparison().set_differs(Comparison::Differs::file);
  workspace().view.colors.show(ViewMode::distance);
  picture();
  ASSERT_TRUE(workspace().view.colors.worst());
  // A volume scales its children, so slightly more or less than the 20 mm in the file.
  EXPECT_NEAR(workspace().view.colors.worst()->metres, 0.02, 0.004);
  // As many vertices under the same name, but elsewhere.
  ASSERT_NE(comparison().other(), nullptr);
  EXPECT_FALSE(show_the_same(*comparison().other(), workspace().document.avatar()));
}

TEST_F(ComparisonTest, WhatWasWornWhenAWasKeptStaysOnA) {
  workspace().document.set_a_to_current();
  comparison().set_differs(Comparison::Differs::worn);
  workspace().view.compare.show(true);
  io::BoundMeshFile file{.source = "box.dae", .meshes = {}, .notes = {}};
  file.meshes.push_back(test::box_on(character_->skeleton, "mWristLeft", {}));
  ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(file), "box.dae", false));
  picture();
  EXPECT_EQ(workspace().document.avatar().worn().size(), 2u);
  EXPECT_EQ(comparison().other()->worn().size(), 1u);
  comparison().set_differs(Comparison::Differs::shape);
  picture();
  EXPECT_EQ(comparison().other()->worn().size(), 2u);
}

}  // namespace
}  // namespace mannequin::preview
