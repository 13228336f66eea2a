// The window's skinning backends: all alike, as exact as promised, and with plausible times.
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "engine/io/file.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "tests/preview/stage_case.h"

namespace mannequin::preview {
namespace {

class EngineTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (!stage_) return;
    workspace().view.skinning.offer_backends([](const std::string& name) -> Result<std::shared_ptr<Skinner>> {
      if (name == "reference") return std::shared_ptr<Skinner>(make_reference_skinner());
      if (name == "cpu") {
        auto skinner = CpuSkinner::create();
        if (!skinner) return error_of(skinner);
        return std::shared_ptr<Skinner>(std::move(*skinner));
      }
      return fail(ErrorCode::no_device, "backend " + name, "is not there");
    });
  }
};

TEST_F(EngineTest, EveryBackendDrawsTheSameAndStaysWithinTheLimits) {
  workspace().document.sliders.set(parameter(33), 90.0);
  workspace().view.scene().check_against_reference(true);
  const Image by_gl = picture();
  for (const char* name : {"gl", "cpu", "reference"}) {
    ASSERT_TRUE(workspace().view.skinning.skin_by(name));
    EXPECT_LT(by_gl.difference(picture()), 5) << name;
    EXPECT_EQ(workspace().view.scene().backend(), name);
    ASSERT_TRUE(workspace().view.scene().live_error()) << name;
    EXPECT_TRUE(workspace().view.scene().live_error()->within_limits())
        << name << ": " << workspace().view.scene().live_error()->position_mm << " mm";
  }
  // Pictures skinned by another backend follow the sliders, and what is put on.
  workspace().document.sliders.set(parameter(33), 0.0);
  EXPECT_GT(by_gl.difference(picture()), 1000);
  io::BoundMeshFile file{.source = "box.dae", .meshes = {}, .notes = {}};
  file.meshes.push_back(test::box_on(character_->skeleton, "mWristLeft", {}));
  ASSERT_TRUE(workspace().document.wardrobe.put_on(std::move(file), "box.dae", false));
  const Image two = picture();
  workspace().document.wardrobe.take_off(1);
  picture();
  ASSERT_TRUE(workspace().view.skinning.skin_by("gl"));
  EXPECT_GT(two.difference(picture()), 5);
}

TEST_F(EngineTest, WhereOpenGlIsTheProcessorTheProcessorSkinsUnlessToldOtherwise) {
  EXPECT_EQ(workspace().view.skinning.opengl_runs_on_cpu(), gl_is_software());
  EXPECT_EQ(workspace().view.scene().backend(), "gl") << "the option says so";
  const Image by_gl = picture();
  ASSERT_TRUE(workspace().view.skinning.skin_by_the_quickest());
  EXPECT_EQ(workspace().view.scene().backend(), gl_is_software() ? "cpu" : "gl");
  EXPECT_LT(by_gl.difference(picture()), 5);
  ASSERT_TRUE(workspace().view.skinning.skin_by("gl"));
  EXPECT_EQ(workspace().view.scene().backend(), "gl");

  PreviewOptions options;
  options.files = {folder_ / "figure.glb"};
  const auto other = Stage::create(*character_, options, 1.0f, true);
  ASSERT_TRUE(other) << other.error().message();
  EXPECT_EQ((*other)->workspace().view.scene().backend(), gl_is_software() ? "cpu" : "gl");
}

TEST_F(EngineTest, AMissingBackendIsToldAndNothingChanges) {
  const Image before = picture();
  EXPECT_FALSE(workspace().view.skinning.skin_by("vulkan"));
  EXPECT_EQ(workspace().document.messages().list().back().kind, Message::Kind::error);
  EXPECT_EQ(workspace().view.scene().backend(), "gl");
  EXPECT_EQ(before.difference(picture()), 0);
}

TEST_F(EngineTest, TheErrorIsColouredAndItsWorstPlaceIsTheLargestError) {
  workspace().document.sliders.set(parameter(33), 90.0);
  workspace().view.scene().check_against_reference(true);
  const Image plain = picture();
  workspace().view.colors.show(ViewMode::error);
  EXPECT_GT(plain.difference(picture()), 3000);
  ASSERT_TRUE(workspace().view.colors.worst());
  EXPECT_GT(workspace().view.colors.worst()->metres, 0.0) << "single precision rounds";
  EXPECT_NEAR(1000.0 * workspace().view.colors.worst()->metres,
              workspace().view.scene().live_error()->position_mm, 1e-9);
  EXPECT_EQ(workspace().view.colors.legend().title, "Off the reference");
}

TEST_F(EngineTest, TimesAreOfTheStagesThatHadSomethingToDo) {
  picture();
  workspace().document.sliders.set(parameter(33), 90.0);
  const std::size_t before = workspace().view.timings.list().size();
  picture();
  ASSERT_GT(workspace().view.timings.list().size(), before);
  const PictureTime& dragged = workspace().view.timings.list()[before];
  EXPECT_GT(dragged.shape, 0.0);
  EXPECT_GT(dragged.skin, 0.0);
  EXPECT_GT(dragged.draw, 0.0);
  workspace().view.camera().turn(0.5, 0.0);
  picture();
  const PictureTime& turned = workspace().view.timings.list().back();
  EXPECT_EQ(turned.shape + turned.skin, 0.0);
  EXPECT_GT(turned.draw, 0.0);
}

// As a driver that draws but does not compute.
class NoComputeTest : public StageTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    with_compute_ = glad_glCreateShader;
    glad_glCreateShader = [](GLenum stage) -> GLuint {
      return stage == GL_COMPUTE_SHADER ? 0 : with_compute_(stage);
    };
    make_stage();
  }
  void TearDown() override {
    StageTest::TearDown();
    if (with_compute_ != nullptr) glad_glCreateShader = with_compute_;
    with_compute_ = nullptr;
  }

  static inline PFNGLCREATESHADERPROC with_compute_ = nullptr;
};

TEST_F(NoComputeTest, TheProcessorSkinsAndSaysSo) {
  const Image shown = picture();
  EXPECT_EQ(workspace().view.scene().backend(), "cpu");
  workspace().view.scene().check_against_reference(true);
  workspace().document.sliders.set(parameter(33), 90.0);
  EXPECT_GT(shown.difference(picture()), 1000);
  EXPECT_TRUE(workspace().view.scene().live_error()->within_limits());
  const auto told =
      std::ranges::find(workspace().document.messages().list(), Message::Kind::warning, &Message::kind);
  ASSERT_NE(told, workspace().document.messages().list().end());
  EXPECT_NE(told->text.find("The processor does it"), std::string::npos) << told->text;
  EXPECT_NE(told->text.find("skin"), std::string::npos) << told->text;
  EXPECT_EQ(
      std::ranges::count(workspace().document.messages().list(), Message::Kind::warning, &Message::kind), 1);

  EXPECT_FALSE(workspace().view.skinning.skin_by("gl"));
  EXPECT_EQ(workspace().document.messages().list().back().kind, Message::Kind::error);
  EXPECT_EQ(workspace().view.scene().backend(), "cpu");
}

TEST_F(NoComputeTest, ColoursReachTheVerticesThatTheyAreOf) {
  workspace().actions.select_joint(character_->skeleton.find("mElbowLeft"));
  workspace().view.colors.show(ViewMode::weights);
  const Image painted = picture();
  glad_glCreateShader = with_compute_;
  stage_.reset();
  make_stage();
  ASSERT_EQ(workspace().view.scene().backend(), "gl");
  workspace().actions.select_joint(character_->skeleton.find("mElbowLeft"));
  workspace().view.colors.show(ViewMode::weights);
  EXPECT_LT(painted.difference(picture()), 5);
}

// The real program on Mesa, which can be configured to act like such a driver, or an old one.
TEST_F(EngineTest, TheProgramDrawsWithoutComputeAndRefusesOldDriversWithFour) {
  if (gl_device_name().find("llvmpipe") == std::string::npos)
    GTEST_SKIP() << "not on Mesa: " << gl_device_name();
  const auto file = std::filesystem::path(testing::TempDir()) / "without_compute.png";
  std::filesystem::remove(file);
  const auto run = [&](const std::string& environment) {
    const int status =
        std::system((environment + " " MANNEQUIN_PROGRAM " preview --size 320x200 --screenshot " +
                     file.string() + " 2>" + file.string() + ".err")
                        .c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  EXPECT_EQ(run("MESA_GL_VERSION_OVERRIDE=3.3"), 4);
  EXPECT_FALSE(std::filesystem::exists(file));
  const auto told = io::read_file(file.string() + ".err");
  ASSERT_TRUE(told);
  EXPECT_NE(io::as_text(*told).find("OpenGL 4.5"), std::string_view::npos) << io::as_text(*told);
  EXPECT_EQ(run("MESA_GL_VERSION_OVERRIDE=4.5 MESA_EXTENSION_OVERRIDE=-GL_ARB_compute_shader"), 0);
  EXPECT_TRUE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace mannequin::preview
