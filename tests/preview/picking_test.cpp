// Clicking in the view selects what is drawn there.
#include "tools/document/picking.h"

#include <SDL_keycode.h>
#include <imgui_internal.h>

#include <array>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/own_folder.h"
#include "tests/preview/pointer_fixture.h"
#include "tools/document/plain_names.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

TEST_F(PointerTest, AClickOnAMarkSelectsItsJoint) {
  workspace().view.settings.joints = true;
  settle();
  click(on_screen(workspace().document.avatar().joint_in_world(joint("mKneeLeft"))));
  EXPECT_EQ(workspace().view.selection.joint, joint("mKneeLeft"));
  EXPECT_FALSE(workspace().view.selection.vertex);
}

// ImGui would end the program.
TEST_F(PointerTest, NothingIsToldInTheFrameInWhichADialogAppears) {
  workspace().view.settings.joints = true;
  const auto aside = [&] {
    io().MousePos = {-1.0f, -1.0f};
    for (int i = 0; i < 3; ++i) frame(1.0 / 60.0, true);
  };
  const auto tells = [&] {
    const ImGuiWindow* const tooltip = ImGui::FindWindowByName("##Tooltip_00");
    return tooltip != nullptr && tooltip->Active;
  };
  aside();
  const ImVec2 chest = on_screen(workspace().document.avatar().joint_in_world(joint("mChest")));
  io().MousePos = chest;
  for (int i = 0; i < 2; ++i) frame(1.0 / 60.0, true);
  ASSERT_TRUE(tells());
  aside();
  io().MousePos = chest;
  RecordingPlan plan;
  plan.kind = RecordingPlan::Kind::turntable;
  plan.path = test::own_folder() / "never_taken.png";
  plan.pictures = 2;
  workspace().actions.start_recording(plan);
  frame(1.0 / 60.0, true);
  EXPECT_NE(ImGui::GetTopMostPopupModal(), nullptr);
  EXPECT_FALSE(tells());
}

TEST_F(PointerTest, VolumesAndAttachmentPointsHaveMarksWhenTheyAreShown) {
  workspace().view.settings.body = false;
  for (const char* name : {"BELLY", "Left Hand"}) {
    const ImVec2 at = on_screen(workspace().document.avatar().joint_in_world(joint(name)));
    workspace().actions.select_nothing();
    click(at);
    EXPECT_TRUE(workspace().view.selection.empty()) << name;
    workspace().view.settings.volumes = workspace().view.settings.attachments = true;
    settle();
    click(on_screen(workspace().document.avatar().joint_in_world(joint(name))));
    EXPECT_EQ(workspace().view.selection.joint, joint(name));
    workspace().view.settings.volumes = workspace().view.settings.attachments = false;
    settle();
  }
}

TEST_F(PointerTest, AClickOnTheMeshSelectsTheNearestVertexAndItsStrongestJoint) {
  const WornMesh& mesh = *workspace().document.avatar().visible_meshes().front();
  const Vec3 lift(0.0, 0.0, workspace().document.avatar().lift());
  const Vec3 chest = workspace().document.avatar().joint_in_world(joint("mChest"));
  // Of the chest's box the corner in front, at the left and above.
  std::size_t corner = 0;
  double best = -1e9;
  for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
    const std::size_t slot = mesh.skin.influences()[v].joint[0];
    if (mesh.skin.joints()[slot] != joint("mChest") || mesh.mesh.normals()[v].x < 0.9f) continue;
    const Vec3 p = skinned_vertex(mesh, v);
    if (p.y + p.z > best) best = p.y + p.z, corner = v;
  }
  const Vec3 at = skinned_vertex(mesh, corner) + lift;
  click(on_screen(at + 0.2 * (Vec3(at.x, chest.y, chest.z) - at)));
  EXPECT_EQ(workspace().view.selection.joint, joint("mChest"));
  EXPECT_EQ(workspace().view.selection.mesh, mesh.id);
  ASSERT_TRUE(workspace().view.selection.vertex);
  EXPECT_EQ(*workspace().view.selection.vertex, corner);
  EXPECT_LT(glm::length(*workspace().view.selected_vertex_in_world() - at), 1e-9);
  EXPECT_NE(workspace().view.selected_vertex_text().find("1.00  mChest \u00b7 chest"), std::string::npos)
      << workspace().view.selected_vertex_text();
}

TEST_F(PointerTest, FurtherClicksPickWhatIsBehindAndThenTheFirstAgain) {
  workspace().view.camera().orthographic = true;
  look("side");
  const ImVec2 at = on_screen(workspace().document.avatar().joint_in_world(joint("mShoulderLeft")));
  std::vector<JointIndex> picked;
  for (int i = 0; i < 4; ++i) {
    click(at);
    picked.push_back(workspace().view.selection.joint);
  }
  // Through the chest, from one upper arm to the other.
  EXPECT_EQ(picked, (std::vector{joint("mShoulderLeft"), joint("mChest"), joint("mShoulderRight"),
                                 joint("mShoulderLeft")}));
}

TEST_F(PointerTest, ShiftAddsAndTakesAwayAndAnEmptyClickOrEscSelectsNothing) {
  const auto place = [&](const char* name) {
    return on_screen(workspace().document.avatar().joint_in_world(joint(name)) - Vec3(0.0, 0.0, 0.2));
  };
  click(place("mHipLeft"));
  modifiers(false, true, false);
  click(place("mKneeRight"));
  EXPECT_EQ(workspace().view.selection.joint, joint("mKneeRight"));
  EXPECT_TRUE(workspace().view.selection.has(joint("mHipLeft")));
  click(place("mHipLeft"));
  EXPECT_FALSE(workspace().view.selection.has(joint("mHipLeft")));
  EXPECT_TRUE(workspace().view.selection.has(joint("mKneeRight")));
  modifiers(false, false, false);
  click({5.0f, 5.0f});
  EXPECT_TRUE(workspace().view.selection.empty());
  click(place("mHipLeft"));
  interface().key({.code = SDLK_ESCAPE});
  EXPECT_TRUE(workspace().view.selection.empty());
}

TEST_F(PointerTest, AnObjectDroppedOnTheAvatarHangsOnThePointThere) {
  const auto path = test::own_folder() / "sword.glb";
  const BoundMeshDesc box = test::rigid_box();
  const auto bytes = io::write_glb(std::span(&box, 1), &character_->skeleton);
  ASSERT_TRUE(bytes && io::write_file(path, *bytes));
  look("front");
  const auto worn = [&] { return workspace().document.avatar().worn(); };  // of that moment
  const std::size_t before = worn().size();
  interface().drop(std::array{path}, on_screen(workspace().document.avatar().joint_in_world(joint("mHead")) +
                                               Vec3(0.0, 0.0, 0.08)));
  ASSERT_EQ(worn().size(), before + 1);
  const JointIndex point = joint(worn().back()->point.c_str());
  ASSERT_NE(point, kNoJoint) << worn().back()->problem;
  EXPECT_EQ(character_->skeleton[point].parent, joint("mHead"));
  // Beside the avatar nothing says where: its row has the list.
  workspace().document.undo();
  interface().drop(std::array{path}, {2.0f, 2.0f});
  ASSERT_EQ(worn().size(), before + 1);
  EXPECT_TRUE(worn().back()->refused());
  EXPECT_TRUE(workspace().document.wardrobe.can_attach(before));
}

TEST_F(PointerTest, ADragIsNoClick) {
  const ImVec2 at = on_screen(workspace().document.avatar().joint_in_world(joint("mHipLeft")));
  drag(at, {20.0f, 0.0f});
  EXPECT_TRUE(workspace().view.selection.empty());
}

TEST_F(PointerTest, NothingIsPickedOfMeshesThatAreNotDrawn) {
  workspace().view.settings.body = false;
  click(on_screen(workspace().document.avatar().joint_in_world(joint("mHipLeft"))));
  EXPECT_TRUE(workspace().view.selection.empty());
}

TEST_F(PointerTest, RaysGoThroughThePlacesThatPointsAreDrawnAt) {
  for (const bool orthographic : {false, true})
    for (const char* view : {"three-quarter", "top", "face"}) {
      workspace().view.camera().orthographic = orthographic;
      look(view);
      for (const Vec3& p : {Vec3(0.1, 0.3, 1.2), Vec3(-0.2, -0.1, 0.9)}) {
        const Ray ray = interface().view().ray(workspace().view.camera(), on_screen(p));
        const Vec3 to = p - ray.origin;
        EXPECT_LT(glm::length(to - glm::dot(to, ray.direction) * ray.direction), 1e-5) << view;
      }
    }
}

TEST_F(PointerTest, WeightsBetweenVerticesAreMixedAndSumToOne) {
  const JointIndex belly = joint("BELLY");
  const Vec3 at = workspace().document.avatar().joint_in_world(belly);
  const auto hits =
      workspace().view.surface_along(interface().view().ray(workspace().view.camera(), on_screen(at)));
  ASSERT_FALSE(hits.empty());
  double sum = 0.0;
  for (const JointWeight& weight : hits.front().weights) sum += weight.weight;
  EXPECT_NEAR(sum, 1.0, 1e-6);
  for (std::size_t i = 1; i < hits.size(); ++i) EXPECT_GE(hits[i].distance, hits[i - 1].distance);
}

TEST_F(PointerTest, TrianglesAreSkinnedOnceForAllRays) {
  const Vec3 at = workspace().document.avatar().joint_in_world(joint("BELLY"));
  const Ray ray = interface().view().ray(workspace().view.camera(), on_screen(at));
  document::Surface surface;
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(surface.hits(workspace().document.avatar(), ray).empty());
  EXPECT_EQ(surface.times_skinned(), 1u) << "kept triangles are what makes hovering cheap";
  workspace().document.sliders.set_sex(Sex::male);
  frame();
  (void)surface.hits(workspace().document.avatar(), ray);
  EXPECT_EQ(surface.times_skinned(), 2u);
}

TEST(PlainNames, EveryBoneAndVolumeHasOneAndSidesAreTold) {
  const Character character = test::make_builtin_character();
  for (const Joint& joint : character.skeleton.joints()) EXPECT_NE(plain_name(joint), "") << joint.name;
  const auto named = [&](const char* name) {
    return both_names(character.skeleton[character.skeleton.find(name)]);
  };
  EXPECT_EQ(named("mElbowLeft"), "mElbowLeft \u00b7 left forearm");
  EXPECT_EQ(named("R_UPPER_LEG"), "R_UPPER_LEG \u00b7 right thigh (volume)");
  EXPECT_EQ(named("mHandIndex2Right"), "mHandIndex2Right \u00b7 right index finger, link 2");
  EXPECT_EQ(named("mWing4FanLeft"), "mWing4FanLeft \u00b7 left wing, fan");
  const Joint& elbow = character.skeleton[character.skeleton.find("mElbowLeft")];
  EXPECT_TRUE(named_like(elbow, "FOREARM"));
  EXPECT_TRUE(named_like(elbow, ""));
  EXPECT_FALSE(named_like(elbow, "thigh"));
}

TEST_F(PointerTest, WeightsThatWouldReadAsNoughtAreNotListed) {
  const std::array weights{document::JointWeight{joint("mChest"), 0.993},
                           document::JointWeight{joint("mNeck"), 0.005},
                           document::JointWeight{joint("mHead"), 0.002}};
  const std::string text = document::weights_text(weights, character_->skeleton);
  EXPECT_NE(text.find("0.99  mChest"), std::string::npos) << text;
  EXPECT_NE(text.find("mNeck"), std::string::npos) << text;
  EXPECT_EQ(text.find("mHead"), std::string::npos) << text;
}

// The tooltip at the pointer agrees with the panels about the vertex that it names.
TEST_F(PointerTest, WeightsAreThoseOfTheVertexThatIsNamed) {
  ASSERT_TRUE(workspace().document.stand_in.wear_builtin("mannequin"));
  settle();
  const Vec3 elbow = workspace().document.avatar().joint_in_world(joint("mElbowLeft"));
  std::size_t hits = 0;
  for (double along = -0.05; along <= 0.05; along += 0.01)
    for (const SurfaceHit& hit :
         workspace().view.surface_along({elbow + Vec3(1.0, along, 0.003), Vec3(-1.0, 0.0, 0.0)})) {
      ++hits;
      const auto wanted = vertex_weights(*hit.mesh, hit.vertex);
      ASSERT_EQ(hit.weights.size(), wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(hit.weights[i].joint, wanted[i].joint);
        EXPECT_EQ(hit.weights[i].weight, wanted[i].weight);
      }
    }
  EXPECT_GT(hits, 5u);
}

}  // namespace
}  // namespace mannequin::preview
