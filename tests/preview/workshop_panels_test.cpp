// Binding, fitting and measuring in the real window, without a pointer.
#include <SDL_video.h>
#include <imgui_internal.h>

#include <set>
#include <string>

#include "engine/io/bound_mesh.h"
#include "engine/io/builtin_mesh.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {
namespace {

bool popup(const char* name) {
  for (const ImGuiPopupData& open : ImGui::GetCurrentContext()->OpenPopupStack)
    if (open.Window != nullptr && std::string_view(open.Window->Name) == name) return true;
  return false;
}

class WorkshopPanelsTest : public KeyboardTest {
 protected:
  const document::WornFile& row(std::size_t index) { return *workspace().document.avatar().worn()[index]; }
};

TEST_F(WorkshopPanelsTest, TheMeshInFocusStaysThatWhenItIsBound) {
  wear(write_figure("first.glb"));
  wear(write_figure("second.glb"));
  workspace().view.focus_on(0);
  command("Bind tab");
  go_to("Right");
  walk_to({"Run"});
  tour_->key(SDLK_RETURN);
  wait_while([&] { return workspace().document.binding.running(); });
  ASSERT_TRUE(row(0).unsaved);
  EXPECT_EQ(workspace().view.focused_row(), 0u);
  EXPECT_EQ(workspace().view.chosen().get(), &row(0));
  // So the next option is of it, too.
  const std::shared_ptr<const document::WornFile> before = workspace().document.binding.result();
  walk_to({"weld"}, SDLK_UP);
  tour_->key(SDLK_SPACE);
  wait_while([&] { return workspace().document.binding.running(); });
  EXPECT_NE(workspace().document.binding.result(), before);
  EXPECT_EQ(workspace().document.binding.result().get(), &row(0));
  EXPECT_FALSE(row(1).unsaved);
  workspace().document.undo();
  EXPECT_EQ(workspace().view.focused_row(), 0u);
}

TEST_F(WorkshopPanelsTest, AMeshWithoutWeightsIsGivenSomeFromItsRow) {
  io::BoundMeshFile top = io::read_builtin_mesh("top", Sex::female).value();
  top.meshes[0].skin = {};
  const auto bytes = io::write_glb(top.meshes, nullptr);
  ASSERT_TRUE(bytes);
  ASSERT_TRUE(io::write_file(folder_ / "mine.glb", *bytes));
  // On the avatar, where an object would be attached.
  tour_->move({640, 400});
  tour_->drop({folder_ / "mine.glb"});
  const auto last = static_cast<int>(workspace().document.avatar().worn().size()) - 1;
  ASSERT_TRUE(row(static_cast<std::size_t>(last)).refused());
  go_to("Worn");
  walk_to({last, "Give it weights..."});
  expect_frame();
  tour_->key(SDLK_RETURN);
  go_to("Right");
  walk_to({"Run"});
  tour_->key(SDLK_RETURN);
  wait_while([&] { return workspace().document.binding.running(); });
  EXPECT_FALSE(workspace().document.avatar().worn().back()->refused());
  EXPECT_EQ(workspace().document.avatar().worn().back()->name, "mine.glb");
}

TEST_F(WorkshopPanelsTest, AnOptionStaysUnderThePointerWhileItBindsAnew) {
  wear(write_figure("figure.glb"));
  tour_->key(SDLK_ESCAPE);
  workspace().view.settings.interface_size = 250;
  tour_->settle();
  command("Bind tab");
  go_to("Right");
  walk_to({"Run"});
  tour_->key(SDLK_RETURN);
  wait_while([&] { return workspace().document.binding.running(); });
  walk_to({"weld"});
  const auto scrolled = [] { return ImGui::GetCurrentContext()->NavWindow->Scroll.y; };
  const float before = scrolled();
  for (int i = 0; i < 2; ++i) {
    const std::shared_ptr<const document::WornFile> result = workspace().document.binding.result();
    tour_->key(SDLK_SPACE);
    wait_while([&] { return workspace().document.binding.running(); });
    EXPECT_NE(workspace().document.binding.result(), result);
    EXPECT_EQ(scrolled(), before);
  }
}

TEST_F(WorkshopPanelsTest, AnUnfoldedRowStaysUnfoldedWhenItsMeshIsBound) {
  wear(write_figure("first.glb"));
  wear(write_figure("second.glb"));
  tour_->key(SDLK_ESCAPE);
  go_to("Worn");
  walk_to({0, "##name"});
  tour_->key(SDLK_RETURN);
  walk_to({0, "Replace..."});
  command("Bind tab");
  go_to("Right");
  walk_to({"Run"});
  tour_->key(SDLK_RETURN);
  wait_while([&] { return workspace().document.binding.running(); });
  ASSERT_TRUE(row(0).unsaved);
  go_to("Worn");
  walk_to({0, "Replace..."});
  // And when that is undone.
  tour_->key(SDLK_z, KMOD_LCTRL);
  ASSERT_FALSE(row(0).unsaved);
  walk_to({0, "Replace..."});
}

TEST_F(WorkshopPanelsTest, TickedJointsAreThoseThatAreBound) {
  wear(write_figure("figure.glb"));
  document::BindChoice choice = workspace().document.binding.choice();
  choice.method = BindMethod::heat;
  workspace().document.binding.choose(choice);
  command("Bind tab");
  go_to("Right");
  walk_to({"##joints"});
  tour_->key(SDLK_SPACE);
  walk_to({"hands"}, SDLK_DOWN);
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().document.binding.choice().joints, "base,hands");
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().document.binding.choice().joints, "base");
}

TEST_F(WorkshopPanelsTest, AMeshIsBoundSavedAndNotLost) {
  const auto path = write_figure("figure.glb");
  const auto before = io::read_file(path);
  wear(path);
  command("Bind tab");
  go_to("Right");
  walk_to({"fitted"});
  tour_->key(SDLK_SPACE);
  EXPECT_EQ(workspace().document.binding.choice().fitted, 100);
  walk_to({"Run"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  wait_while([&] { return workspace().document.binding.running(); });
  ASSERT_TRUE(row(0).unsaved) << workspace().document.messages().list().back().text;
  EXPECT_EQ(workspace().document.history().undo_name(), "Bind figure.glb by transfer");
  const std::size_t steps = workspace().document.history().done();
  // Another option does it again at once, in the same step.
  walk_to({"weld"});
  tour_->key(SDLK_SPACE);
  wait_while([&] { return workspace().document.binding.running(); });
  EXPECT_EQ(workspace().document.history().done(), steps);

  // A closing window asks; Esc keeps it open.
  tour_->key(SDLK_q, KMOD_LCTRL);
  EXPECT_TRUE(popup("Weights are not saved"));
  tour_->key(SDLK_ESCAPE);
  EXPECT_FALSE(popup("Weights are not saved"));
  EXPECT_FALSE(workspace().document.binding.unsaved().empty());
  // Save as, by Enter alone, also after the pointer was used: then nothing is left to ask.
  tour_->click({640, 20});
  tour_->key(SDLK_q, KMOD_LCTRL);
  ASSERT_TRUE(popup("Weights are not saved"));
  expect_frame();
  tour_->key(SDLK_RETURN);
  ASSERT_TRUE(popup("Save the weights"));
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type((folder_ / "bound.glb").string());
  tour_->key(SDLK_RETURN);
  EXPECT_FALSE(row(0).unsaved);
  const auto written = io::read_bound_mesh(folder_ / "bound.glb");
  ASSERT_TRUE(written);
  EXPECT_TRUE(written->meshes.front().rigged());
  EXPECT_TRUE(*io::read_file(path) == *before);
}

TEST_F(WorkshopPanelsTest, AClosingWindowAsksWhileAGarmentIsMended) {
  auto& document = workspace().document;
  document.stand_in.wear_builtin_body();
  ASSERT_TRUE(document.files.open(std::string(MANNEQUIN_SOURCE_DIR) + "/assets/top.glb", false));
  wait_for_findings();
  document.fit.choice.plan = document::FitPlan::poses;
  ASSERT_TRUE(document.mending.run(1)) << document.messages().list().back().text;
  tour_->key_while_moving(SDLK_q, KMOD_LCTRL);
  EXPECT_TRUE(popup("A garment is being mended"));
  tour_->key_while_moving(SDLK_RETURN);
  EXPECT_FALSE(popup("A garment is being mended"));
  ASSERT_TRUE(document.mending.running() && !document.mending.stopping());
  // One that is stopped already keeps nobody.
  document.mending.cancel();
  tour_->window().stage().interface().request_close();
  EXPECT_FALSE(popup("A garment is being mended"));
  wait_while([&] { return document.mending.running(); });
}

TEST_F(WorkshopPanelsTest, DiscardedWeightsAreNotOfferedAgain) {
  wear(write_figure("figure.glb"));
  auto& document = workspace().document;
  command("Bind tab");
  go_to("Right");
  walk_to({"Run"});
  tour_->key(SDLK_RETURN);
  wait_while([&] { return document.binding.running(); });
  ASSERT_TRUE(row(0).unsaved);
  const std::filesystem::path copy = row(0).kept_copy;
  ASSERT_TRUE(std::filesystem::exists(copy));
  tour_->key(SDLK_q, KMOD_LCTRL);
  walk_to({"Discard"});
  tour_->key(SDLK_RETURN);
  document.kept.end();
  EXPECT_FALSE(std::filesystem::exists(copy));
  const auto text = document.saved.text();
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("figure.glb"), std::string::npos) << "the file that it came from is";
  EXPECT_EQ(text->find("unsaved"), std::string::npos) << *text;
}

TEST_F(WorkshopPanelsTest, ATestPersonIsTakenAndFaultsAreShown) {
  workspace().document.stand_in.wear_builtin_body();
  ASSERT_TRUE(workspace().document.files.open(std::string(MANNEQUIN_SOURCE_DIR) + "/assets/top.glb", false));
  wait_for_findings();
  command("Fit tab");
  go_to("Right");
  walk_to({4, "##person"});
  tour_->key(SDLK_RETURN);
  EXPECT_EQ(workspace().document.history().undo_name(), "Shape of Curvy");
  wait_while([&] { return !workspace().document.fit.now() || workspace().document.fit.measuring(); });
  EXPECT_TRUE(workspace().document.fit.now()->measured);
  workspace().document.fit.choice.plan = document::FitPlan::poses;
  walk_to({"Run"});
  tour_->key(SDLK_RETURN);
  wait_while([&] { return workspace().document.fit.running(); });
  ASSERT_FALSE(workspace().document.fit.faults().empty());
  const document::FitFault worst = workspace().document.fit.faults().front();
  workspace().document.fit.show(worst);
  tour_->settle();
  EXPECT_EQ(workspace().document.avatar().choice().pose_name, worst.pose);
}

// The fit panel in a window that has no room for its list below all the rest.
class FitResultsTest : public WorkshopPanelsTest {
 protected:
  void SetUp() override {
    WorkshopPanelsTest::SetUp();
    if (!tour_) return;
    SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), 1280, 600);
    workspace().document.stand_in.wear_builtin_body();
    ASSERT_TRUE(
        workspace().document.files.open(std::string(MANNEQUIN_SOURCE_DIR) + "/assets/dress.glb", false));
    wait_for_findings();
    command("Fit tab");
    go_to("Right");
    walk_to({"Run"});
    panel_ = ImGui::GetCurrentContext()->NavWindow;
    before_ = panel_->Scroll.y;
  }
  // Begins, and returns while it goes on.
  void run() {
    tour_->key_while_moving(SDLK_RETURN);
    ASSERT_TRUE(workspace().document.fit.running());
  }
  void end() {
    wait_while([&] { return workspace().document.fit.running(); });
    ASSERT_FALSE(workspace().document.fit.faults().empty());
    tour_->settle();
  }
  void scroll(int notches) {
    const ImVec2 middle = panel_->InnerRect.GetCenter();
    tour_->wheel({static_cast<int>(middle.x), static_cast<int>(middle.y)}, notches);
  }
  void open(preview::RightColumn::Tab tab) { tour_->window().stage().interface().open_tab(tab); }

  const ImGuiWindow* panel_ = nullptr;
  float before_ = 0.0f;
};

TEST_F(FitResultsTest, ComeIntoSightWhenARunEnds) {
  run();
  EXPECT_EQ(panel_->Scroll.y, before_);
  end();
  EXPECT_GT(panel_->Scroll.y, before_ + 50.0f);
}

TEST_F(FitResultsTest, MoveNothingAfterSomebodyScrolled) {
  scroll(-1);
  const float chosen = panel_->Scroll.y;
  scroll(1);
  ASSERT_EQ(panel_->Scroll.y, before_);
  ASSERT_NE(chosen, before_);
  run();
  scroll(-1);
  end();
  EXPECT_EQ(panel_->Scroll.y, chosen);
}

TEST_F(FitResultsTest, MoveNothingWhereNobodyLooks) {
  run();
  open(preview::RightColumn::Tab::measures);
  end();
  open(preview::RightColumn::Tab::fit);
  tour_->settle();
  EXPECT_EQ(panel_->Scroll.y, before_);
}

TEST_F(WorkshopPanelsTest, WhatIsSaidOfTheFitNowMovesNothingBelowIt) {
  workspace().document.stand_in.wear_builtin_body();
  ASSERT_TRUE(
      workspace().document.files.open(std::string(MANNEQUIN_SOURCE_DIR) + "/assets/dress.glb", false));
  wait_for_findings();
  command("Fit tab");
  go_to("Right");
  walk_to({"##plan"});
  std::set<std::string> said;
  std::set<float> heights;
  bool named = false;
  for (std::size_t person = 0; person < 6; ++person) {
    workspace().document.people.take(person);
    // What was changed behind the window's back is taken up with the next event.
    for (const int x : {640, 642}) tour_->move({x, 500});
    wait_while([&] { return !workspace().document.fit.now() || workspace().document.fit.measuring(); });
    tour_->settle();
    const document::CurrentFit& now = *workspace().document.fit.now();
    said.insert((now.seen ? now.seen->text : "") + "; " + (now.covered ? now.covered->text : ""));
    // Until a place was named there are two lines; from then on there is room for both places.
    named = named || now.seen || now.covered;
    if (!named) continue;
    heights.insert(ImGui::GetCurrentContext()->NavWindow->NavRectRel[0].Min.y);
  }
  EXPECT_GT(said.size(), 1u);
  EXPECT_EQ(heights.size(), 1u) << "a row moved under the pointer";
}

TEST_F(WorkshopPanelsTest, MeasuresArePinned) {
  command("Measures tab");
  go_to("Right");
  ASSERT_EQ(workspace().document.measures.lines().size(), document::kMeasures);
  walk_to({"Lines in the view"});
  tour_->key(SDLK_SPACE);
  EXPECT_TRUE(workspace().view.settings.measures);
  walk_to({"Pin"});
  expect_frame();
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().document.measures.has_pins());
}

TEST_F(WorkshopPanelsTest, TheMeshInFocusIsHiddenShownAloneAndAllAreShown) {
  wear(write_figure("figure.glb"));
  const std::size_t figure = *workspace().view.focused_row();
  EXPECT_EQ(row(figure).name, "figure.glb");
  tour_->key(SDLK_h);
  EXPECT_FALSE(row(figure).visible);
  tour_->key(SDLK_h, KMOD_LSHIFT);
  for (std::size_t i = 0; i < workspace().document.avatar().worn().size(); ++i)
    EXPECT_EQ(row(i).visible, i == figure);
  tour_->key(SDLK_h, KMOD_LALT);
  for (std::size_t i = 0; i < workspace().document.avatar().worn().size(); ++i) EXPECT_TRUE(row(i).visible);
}

TEST_F(WorkshopPanelsTest, TheCameraFramesWhatIsNewUnlessItWasMoved) {
  const auto camera = [&] { return workspace().view.camera(); };
  const auto before = camera();
  wear(write_figure("figure.glb"));  // smaller than the built-in body
  const auto framed = camera();
  EXPECT_NE(framed.distance, before.distance);
  workspace().view.camera().zoom(0.8);
  const auto moved = camera();
  workspace().document.stand_in.wear_builtin_clothes();
  tour_->settle();
  EXPECT_EQ(camera(), moved);
}

}  // namespace
}  // namespace mannequin::test
