// The rows of what is worn, and the actions of their findings, by keys.
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>

#include "engine/io/file.h"
#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

TEST_F(KeyboardTest, TheBuiltInBodyAndItsClothesComeBack) {
  wear(write_figure("figure.glb"));
  EXPECT_FALSE(workspace().document.stand_in.wears_builtin_body());
  command("built-in body");
  EXPECT_TRUE(workspace().document.stand_in.wears_builtin_body());
  EXPECT_FALSE(workspace().document.stand_in.wears_builtin_clothes());
  tour_->key(SDLK_ESCAPE);
  go_to("Worn");
  walk_to({"Wear the built-in clothes"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().document.stand_in.wears_builtin_clothes());
  tour_->key(SDLK_z, KMOD_LCTRL);
  tour_->key(SDLK_z, KMOD_LCTRL);
  EXPECT_FALSE(workspace().document.stand_in.wears_builtin_body());
  go_to("Worn");
  walk_to({"Wear the built-in body"});
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().document.stand_in.wears_builtin_body());
}

TEST_F(KeyboardTest, TheSampleJacketIsACommand) {
  command("sample jacket");
  ASSERT_FALSE(workspace().document.avatar().worn().empty());
  EXPECT_EQ(workspace().document.avatar().worn().back()->name, "sample_jacket.glb");
  const preview::Command* const again =
      tour_->window().stage().interface().commands().find("Try a sample jacket");
  ASSERT_NE(again, nullptr);
  EXPECT_FALSE(again->can_run()) << "it is worn";
  tour_->key(SDLK_z, KMOD_LCTRL);
  EXPECT_NE(workspace().document.avatar().worn().back()->name, "sample_jacket.glb");
  EXPECT_TRUE(again->can_run());
}

// The system's own state of the pointer is not asked: some X servers never update it.
TEST_F(KeyboardTest, AFileDroppedOnARowTakesItsPlace) {
  for (const char* name : {"first.glb", "second.glb"}) wear(write_figure(name));
  const auto names = [&] {
    std::vector<std::string> list;
    for (const auto& file : workspace().document.avatar().worn()) list.push_back(file->name);
    return list;
  };
  ASSERT_EQ(names(), (std::vector<std::string>{"first.glb", "second.glb"}));
  const ImGuiWindow* rows = nullptr;
  for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
    if (each->WasActive && std::string_view(each->Name).starts_with("Worn/rows")) rows = each;
  ASSERT_NE(rows, nullptr);
  tour_->move({static_cast<int>(rows->InnerRect.GetCenter().x), static_cast<int>(rows->Pos.y) + 12});
  tour_->drop({write_figure("third.glb")});
  EXPECT_EQ(names(), (std::vector<std::string>{"third.glb", "second.glb"}));
}

// Also where the mesh takes all the width of the view.
TEST_F(KeyboardTest, ThePickerOfATintLeavesTheMeshInSight) {
  wear(write_figure("figure.glb"));
  go_to("Worn");
  walk_to({0, "##name"});
  tour_->key(SDLK_RETURN);
  workspace().view.camera().zoom(0.3);
  walk_to({0, "tint", "##ColorButton"});
  tour_->key(SDLK_SPACE);
  tour_->settle();
  const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
  ASSERT_FALSE(open.empty());
  ASSERT_NE(open.back().Window, nullptr);
  const ImRect picker = open.back().Window->Rect();
  EXPECT_GT(picker.GetWidth(), 100.0f);
  EXPECT_TRUE(ImRect(0.0f, 0.0f, Tour::kWidth, Tour::kHeight).Contains(picker));
  const preview::ViewRect view = tour_->window().stage().interface().view();
  const document::WornMesh& mesh = *workspace().document.avatar().worn()[0]->meshes[0];
  ImRect drawn(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
  for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
    const Point at =
        tour_->place_of(skinned_vertex(mesh, v) + Vec3(0.0, 0.0, workspace().document.avatar().lift()));
    drawn.Add(ImVec2(static_cast<float>(at.x), static_cast<float>(at.y)));
  }
  EXPECT_LT(drawn.Min.x, view.min.x);
  drawn.ClipWithFull(ImRect(view.min, {view.min.x + view.size.x, view.min.y + view.size.y}));
  EXPECT_FALSE(drawn.Overlaps(picker));
}

TEST_F(KeyboardTest, IgnoredJointPositionsAreTurnedOnFromTheirFinding) {
  wear(write_figure("figure.glb"));
  ASSERT_FALSE(workspace().document.avatar().worn()[0]->joint_positions);
  const auto& list = workspace().document.findings().list();
  const auto found =
      std::ranges::find(list, "offsets_ignored", [](const auto& each) { return each.finding.code; });
  ASSERT_NE(found, list.end());
  go_to("Worn");
  walk_to({static_cast<int>(found - list.begin()) + 1, "Turn on"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().document.avatar().worn()[0]->joint_positions);
}

TEST_F(KeyboardTest, ARefusedFileHasARowThatIsTakenOff) {
  for (const char* name : {"half.dae", "other.dae"}) {
    ASSERT_TRUE(io::write_file(folder_ / name, std::string_view("<?xml version=\"1.0\"?><COLLADA")));
    EXPECT_FALSE(workspace().document.files.open(folder_ / name, false));
    tour_->settle();
  }
  const auto row = [&] {
    const auto& worn = workspace().document.avatar().worn();
    return static_cast<int>(std::ranges::find_if(worn, [](const auto& file) { return file->refused(); }) -
                            worn.begin());
  };
  const std::size_t count = workspace().document.avatar().worn().size();
  ASSERT_LT(row(), static_cast<int>(count));
  go_to("Worn");
  walk_to({row(), "##name"});
  tour_->key(SDLK_RETURN);
  walk_to({row(), "Replace..."});
  expect_frame();
  walk_to({row(), "\u2715"});
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().document.avatar().worn().size(), count - 1);
}

}  // namespace
}  // namespace mannequin::test
