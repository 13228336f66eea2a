// What skins for the window: all of them alike, as exactly as promised, and with times that can be told.
#include "engine/skinning/cpu/cpu_skinner.h"
#include "tests/preview/stage_case.h"

namespace mannequin::preview {
namespace {

class EngineTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (!stage_) return;
    session().offer_backends([](const std::string& name) -> Result<std::shared_ptr<Skinner>> {
      if (name == "reference") return std::shared_ptr<Skinner>(make_reference_skinner());
      if (name == "cpu") {
        auto skinner = CpuSkinner::create();
        if (!skinner) return tl::make_unexpected(skinner.error());
        return std::shared_ptr<Skinner>(std::move(*skinner));
      }
      return fail(ErrorCode::no_device, "backend " + name, "is not there");
    });
  }
};

TEST_F(EngineTest, EveryBackendDrawsTheSameAndStaysWithinTheLimits) {
  session().set_slider(parameter(33), 90.0);
  session().scene().check_against_reference(true);
  const Image by_gl = picture();
  for (const char* name : {"gl", "cpu", "reference"}) {
    ASSERT_TRUE(session().skin_by(name));
    EXPECT_LT(by_gl.difference(picture()), 5) << name;
    EXPECT_EQ(session().scene().backend(), name);
    ASSERT_TRUE(session().scene().live_error()) << name;
    EXPECT_TRUE(session().scene().live_error()->within_limits())
        << name << ": " << session().scene().live_error()->position_mm << " mm";
  }
  // What another backend drew follows the sliders, and what is put on.
  session().set_slider(parameter(33), 0.0);
  EXPECT_GT(by_gl.difference(picture()), 1000);
  io::BoundMeshFile file{.source = "box.dae", .meshes = {}, .notes = {}};
  file.meshes.push_back(test::box_on(character_->skeleton, "mWristLeft", {}));
  ASSERT_TRUE(session().scene().wear(std::move(file), "box.dae", false));
  const Image two = picture();
  session().scene().take_off(1);
  picture();
  ASSERT_TRUE(session().skin_by("gl"));
  EXPECT_GT(two.difference(picture()), 5);
}

TEST_F(EngineTest, AMissingBackendIsToldAndNothingChanges) {
  const Image before = picture();
  EXPECT_FALSE(session().skin_by("vulkan"));
  EXPECT_EQ(session().messages().back().kind, Message::Kind::error);
  EXPECT_EQ(session().scene().backend(), "gl");
  EXPECT_EQ(before.difference(picture()), 0);
}

TEST_F(EngineTest, TheErrorIsColouredAndItsWorstPlaceIsTheLargestError) {
  session().set_slider(parameter(33), 90.0);
  session().scene().check_against_reference(true);
  const Image plain = picture();
  session().views().show(ViewMode::error);
  EXPECT_GT(plain.difference(picture()), 3000);
  ASSERT_TRUE(session().views().worst());
  EXPECT_GT(session().views().worst()->metres, 0.0) << "single precision rounds";
  EXPECT_NEAR(1000.0 * session().views().worst()->metres, session().scene().live_error()->position_mm, 1e-9);
  EXPECT_EQ(session().views().legend().title, "Off the reference");
}

TEST_F(EngineTest, TimesAreOfTheStagesThatHadSomethingToDo) {
  picture();
  session().set_slider(parameter(33), 90.0);
  const std::size_t before = session().timings().list().size();
  picture();
  ASSERT_GT(session().timings().list().size(), before);
  const PictureTime& dragged = session().timings().list()[before];
  EXPECT_GT(dragged.shape, 0.0);
  EXPECT_GT(dragged.skin, 0.0);
  EXPECT_GT(dragged.draw, 0.0);
  session().camera().turn(0.5, 0.0);
  picture();
  const PictureTime& turned = session().timings().list().back();
  EXPECT_EQ(turned.shape + turned.skin, 0.0);
  EXPECT_GT(turned.draw, 0.0);
}

}  // namespace
}  // namespace mannequin::preview
