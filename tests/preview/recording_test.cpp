// Recorded series of pictures, read back from their files.
#include "tools/preview/view/recording.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "engine/io/file.h"
#include "tests/document/figure.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/io/small_clips.h"
#include "tests/own_folder.h"
#include "tests/preview/image.h"
#include "tools/preview/panels/shared/legend_plate.h"
#include "tools/preview/render/canvas.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {
namespace {

constexpr int kRecordedSlider = 637;

class RecordingTest : public test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    character_.emplace(test::make_builtin_character());
    const auto own = test::own_folder();
    folder_ = own / "pictures";
    std::filesystem::create_directory(folder_);
    PreviewOptions options;
    options.files = {test::write_box_figure(character_->skeleton, own / "figure.glb")};
    auto stage = Stage::create(*character_, options, 1.0f, true);
    ASSERT_TRUE(stage) << stage.error().message();
    stage_ = std::move(*stage);
    workspace().view.camera_control.set_picture(1.5);
    workspace().view.camera_control.look("front", true);
  }
  void TearDown() override {
    stage_.reset();
    GlTest::TearDown();
  }

  Workspace& workspace() { return stage_->workspace(); }
  RecordingPlan plan(RecordingPlan::Kind kind, int pictures) const {
    return {.kind = kind,
            .path = folder_ / "x.png",
            .pictures = pictures,
            .width = 96,
            .height = 64,
            .parameter = kRecordedSlider};
  }
  // Every file of the folder, by name.
  std::map<std::string, io::Bytes> files() const {
    std::map<std::string, io::Bytes> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      found[entry.path().filename().string()] = *io::read_file(entry.path());
    return found;
  }

  std::optional<Character> character_;
  std::unique_ptr<Stage> stage_;
  std::filesystem::path folder_;
};

TEST_F(RecordingTest, NumbersPicturesOfARow) {
  RecordingPlan row{.kind = RecordingPlan::Kind::turntable, .path = "a/b.png"};
  EXPECT_EQ(picture_path(row, 2), "a/b_0003.png");
  row.path = "a/b";
  EXPECT_EQ(picture_path(row, 0), "a/b_0001.png");
  row.kind = RecordingPlan::Kind::picture;
  row.path = "c.png";
  EXPECT_EQ(picture_path(row, 0), "c.png");
}

TEST_F(RecordingTest, BothEndsOfASweepAreInThePicturesUnlessTheCameraWasMoved) {
  constexpr int kHeight = 33;
  RecordingPlan sweep = plan(RecordingPlan::Kind::sweep, 3);
  sweep.parameter = kHeight;
  const auto sees_all = [&] {
    const Mat4 clip = workspace().view.camera().clip_from_world(1.5);
    return std::ranges::all_of(workspace().document.avatar().outline_in_world(), [&](const Vec3& p) {
      const Vec4 at = clip * Vec4(p, 1.0);
      return std::abs(at.x) <= at.w && std::abs(at.y) <= at.w;
    });
  };
  for (const bool moved : {false, true}) {
    if (moved) workspace().view.camera().distance *= 0.99;
    const Camera before = workspace().view.camera();
    workspace().actions.start_recording(sweep);
    while (!workspace().view.recording->finished()) {
      ASSERT_TRUE(stage_->record());
      if (moved)
        EXPECT_EQ(workspace().view.camera(), before);
      else
        EXPECT_TRUE(sees_all()) << workspace().view.recording->taken();
    }
    EXPECT_EQ(sees_all(), !moved) << "Height at its maximum leaves the view";
    workspace().actions.end_recording({});
    EXPECT_EQ(workspace().view.camera(), before);
  }
}

TEST_F(RecordingTest, GoesOnceAroundAndPutsTheCameraBack) {
  const double yaw = workspace().view.camera().yaw;
  workspace().actions.start_recording(plan(RecordingPlan::Kind::turntable, 4));
  for (int i = 0; i < 4; ++i) {
    const auto status = stage_->record();
    ASSERT_TRUE(status) << status.error().message();
    EXPECT_NEAR(workspace().view.camera().yaw, yaw + 1.5707963 * i, 1e-6);
  }
  EXPECT_TRUE(workspace().view.recording->finished());
  workspace().actions.end_recording({});
  EXPECT_EQ(workspace().view.camera().yaw, yaw);
  const auto pictures = files();
  ASSERT_EQ(pictures.size(), 4u);
  EXPECT_NE(pictures.at("x_0001.png"), pictures.at("x_0002.png"));
  EXPECT_NE(workspace().document.messages().list().back().text.find("4 pictures"), std::string::npos);
}

TEST_F(RecordingTest, SweepsASliderWithoutAStepOfUndo) {
  const auto& fat = character_->appearance[character_->appearance.find(kRecordedSlider)];
  workspace().document.sliders.set(fat, 30.0);
  const double chosen = workspace().document.avatar().weight(fat);
  const std::string last_step = workspace().document.history().undo_name();
  workspace().actions.start_recording(plan(RecordingPlan::Kind::sweep, 3));
  std::vector<double> weights;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(stage_->record());
    weights.push_back(workspace().document.avatar().weight(fat));
  }
  workspace().actions.end_recording({});
  EXPECT_EQ(weights, (std::vector<double>{fat.min, 0.5 * (fat.min + fat.max), fat.max}));
  EXPECT_EQ(workspace().document.avatar().weight(fat), chosen);
  EXPECT_EQ(workspace().document.history().undo_name(), last_step);
  EXPECT_NE(files().at("x_0001.png"), files().at("x_0003.png"));
}

TEST_F(RecordingTest, ASweepsColoursAreOfEachPictureAndMeanTheSameInAll) {
  const auto& fat = character_->appearance[character_->appearance.find(kRecordedSlider)];
  const auto at_end = [&](double percent) {
    workspace().document.sliders.set(fat, percent);
    EXPECT_TRUE(workspace().actions.update(0.0));
    workspace().actions.start_recording(plan(RecordingPlan::Kind::picture, 1));
    EXPECT_TRUE(stage_->record());
    workspace().actions.end_recording({});
    return *io::read_file(folder_ / "x.png");
  };
  workspace().view.colors.show(ViewMode::distance);
  workspace().view.camera().distance *= 0.99;  // moved by hand: the sweep leaves it there
  const io::Bytes fattest = at_end(100.0);
  const double range = workspace().view.colors.shading().high;
  workspace().document.sliders.set(fat, 10.0);
  ASSERT_TRUE(workspace().actions.update(0.0));
  ASSERT_LT(workspace().view.colors.shading().high, range);
  workspace().actions.start_recording(plan(RecordingPlan::Kind::sweep, 3));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(stage_->record());
    EXPECT_EQ(workspace().view.colors.shading().high, range) << i;
  }
  workspace().actions.end_recording({});
  EXPECT_EQ(files().at("x_0003.png"), fattest);
  EXPECT_NE(workspace().document.messages().list().back().text.find("mm"), std::string::npos)
      << workspace().document.messages().list().back().text;
  ASSERT_TRUE(workspace().actions.update(0.0));
  EXPECT_LT(workspace().view.colors.shading().high, range) << "as before";
}

TEST_F(RecordingTest, KeepsWhatWasTakenWhenItIsStopped) {
  workspace().actions.start_recording(plan(RecordingPlan::Kind::turntable, 12));
  ASSERT_TRUE(stage_->record());
  ASSERT_TRUE(stage_->record());
  workspace().actions.end_recording({});
  EXPECT_EQ(files().size(), 2u);
  EXPECT_NE(workspace().document.messages().list().back().text.find("2 of 12"), std::string::npos);
  EXPECT_FALSE(workspace().view.recording);
}

TEST_F(RecordingTest, AFrameOfTheWindowTakesAPictureAndTellsWhatWentWrong) {
  const Canvas window(320, 200);
  // Lays out the first frames, as the platform would.
  ASSERT_TRUE(stage_->settle(window.framebuffer(), 320, 200, true));
  workspace().actions.start_recording(plan(RecordingPlan::Kind::picture, 1));
  ASSERT_TRUE(stage_->frame(window.framebuffer(), 320, 200, 1.0f, true));
  EXPECT_EQ(files().size(), 1u);
  EXPECT_FALSE(workspace().view.recording);
  RecordingPlan nowhere = plan(RecordingPlan::Kind::turntable, 3);
  nowhere.path = folder_ / "missing" / "x.png";
  workspace().actions.start_recording(nowhere);
  ASSERT_TRUE(stage_->frame(window.framebuffer(), 320, 200, 1.0f, true));
  EXPECT_FALSE(workspace().view.recording);
  EXPECT_EQ(workspace().document.messages().list().back().kind, Message::Kind::error);
}

TEST_F(RecordingTest, ATransparentPictureHasOnlyTheAvatar) {
  const auto taken = [&](bool transparent) {
    RecordingPlan one = plan(RecordingPlan::Kind::picture, 1);
    one.transparent = transparent;
    workspace().actions.start_recording(one);
    EXPECT_TRUE(stage_->record());
    workspace().actions.end_recording({});
    return test::read_png(one.path);
  };
  const test::Image alone = taken(true), workspace = taken(false);
  ASSERT_EQ(alone.width, 96);
  int clear = 0, solid = 0, partly = 0;
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 96; ++x) {
      const int alpha = alone.at(x, y)[3];
      ++(alpha == 0 ? clear : alpha == 255 ? solid : partly);
      EXPECT_EQ(workspace.at(x, y)[3], 255);
      // Wherever the avatar covers a pixel in full, it looks as in the workspace.
      if (alpha != 255) continue;
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(alone.at(x, y)[c], workspace.at(x, y)[c], 2) << x << ", " << y;
    }
  EXPECT_GT(clear, 96 * 64 / 2);
  EXPECT_GT(solid, 200);
  EXPECT_GT(partly, 20) << "edges are smooth";
}

TEST_F(RecordingTest, TheLegendOfTheColoursIsOnThePicture) {
  const auto taken = [&](bool legend, bool transparent) {
    RecordingPlan one = plan(RecordingPlan::Kind::picture, 1);
    one.width = 640;
    one.height = 400;
    one.legend = legend;
    one.transparent = transparent;
    workspace().actions.start_recording(one);
    const auto status = stage_->record();
    EXPECT_TRUE(status) << status.error().message();
    workspace().actions.end_recording({});
    return test::read_png(one.path);
  };
  // Pixels that differ, and how many of them are not in the lower right corner.
  const auto difference = [](const test::Image& a, const test::Image& b) {
    int corner = 0, elsewhere = 0;
    for (int y = 0; y < a.height; ++y)
      for (int x = 0; x < a.width; ++x)
        if (!std::equal(a.at(x, y), a.at(x, y) + 4, b.at(x, y)))
          ++(x > a.width / 2 && y > a.height / 2 ? corner : elsewhere);
    return std::pair(corner, elsewhere);
  };
  EXPECT_EQ(difference(taken(true, false), taken(false, false)), std::pair(0, 0)) << "nothing to explain";
  workspace().view.colors.show(ViewMode::weights);
  ASSERT_TRUE(workspace().actions.update(0.0));
  const auto [corner, elsewhere] = difference(taken(true, false), taken(false, false));
  EXPECT_GT(corner, 5000);
  EXPECT_EQ(elsewhere, 0);
  // On a transparent picture nothing shines through it.
  const test::Image alone = taken(true, true);
  int solid = 0;
  for (int y = 300; y < 390; ++y)
    for (int x = 400; x < 630; ++x) solid += alone.at(x, y)[3] == 255 ? 1 : 0;
  EXPECT_GT(solid, 5000);
  EXPECT_EQ(alone.at(2, 2)[3], 0);
}

TEST_F(RecordingTest, APictureTooSmallForWordsHasNoLegend) {
  EXPECT_EQ(legend_scale(96, 64), 0.0f);
  EXPECT_EQ(legend_scale(1280, 800), 1.0f);
  EXPECT_EQ(legend_scale(2560, 1600), 2.0f);
  EXPECT_GT(legend_scale(480, 360), 0.5f);
}

TEST_F(RecordingTest, TheTestPeopleStandOnOneSheet) {
  RecordingPlan sheet = plan(RecordingPlan::Kind::people, 12);
  sheet.width = 80;
  sheet.height = 120;
  workspace().actions.start_recording(sheet);
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(stage_->record());
    EXPECT_FALSE(workspace().view.recording->finished());
  }
  const auto status = stage_->record();
  ASSERT_TRUE(status) << status.error().message();
  EXPECT_TRUE(workspace().view.recording->finished());
  workspace().actions.end_recording({});
  EXPECT_EQ(files().size(), 1u);
  const test::Image image = test::read_png(sheet.path);
  EXPECT_EQ(image.width, 6 * 80);
  ASSERT_EQ(image.height % 2, 0);
  const int row = image.height / 2;
  EXPECT_GT(row, 120) << "with a caption";
  // No two of them look alike, above the caption or in it.
  const auto differs = [&](int a, int b, int from, int to) {
    for (int y = from; y < to; ++y)
      for (int x = 0; x < 80; ++x)
        if (!std::equal(image.at(a % 6 * 80 + x, a / 6 * row + y),
                        image.at(a % 6 * 80 + x, a / 6 * row + y) + 3,
                        image.at(b % 6 * 80 + x, b / 6 * row + y)))
          return true;
    return false;
  };
  for (int a = 0; a < 12; ++a)
    for (int b = a + 1; b < 12; ++b) {
      EXPECT_TRUE(differs(a, b, 0, 120)) << a << " and " << b;
      EXPECT_TRUE(differs(a, b, 120, row)) << a << " and " << b;
    }
}

TEST_F(RecordingTest, MenOnTheSheetOfAWomanHaveAMansBody) {
  workspace().document.stand_in.wear_builtin_body();
  ASSERT_TRUE(workspace().actions.update(0.0));
  const auto sheet_of = [&](const char* name) {
    RecordingPlan sheet = plan(RecordingPlan::Kind::people, 12);
    sheet.path.replace_filename(name);
    sheet.width = 80;
    sheet.height = 120;
    workspace().actions.start_recording(sheet);
    for (int i = 0; i < 13; ++i) {
      const auto status = stage_->record();
      EXPECT_TRUE(status) << status.error().message();
    }
    workspace().actions.end_recording({});
    return test::read_png(sheet.path);
  };
  const test::Image of_a_woman = sheet_of("woman.png");
  workspace().document.sliders.set_sex(Sex::male);
  ASSERT_TRUE(workspace().actions.update(0.0));
  const test::Image of_a_man = sheet_of("man.png");
  ASSERT_EQ(of_a_woman.height, of_a_man.height);
  EXPECT_EQ(of_a_woman.rgba, of_a_man.rgba) << "the people are the same, whoever is in the view";
}

TEST_F(RecordingTest, AnAnimationIsTakenFromBeginningToEndAndGoesOnAsBefore) {
  const auto clip = folder_.parent_path() / "nod.bvh";
  ASSERT_TRUE(io::write_file(clip, std::string_view(test::small_bvh())));
  ASSERT_TRUE(workspace().document.files.open(clip, false));
  Timeline& timeline = workspace().document.timeline();
  ASSERT_TRUE(timeline.has_clip());
  timeline.scrub(0.25 * timeline.duration());
  timeline.play(true);
  workspace().actions.start_recording(plan(RecordingPlan::Kind::clip, 4));
  std::vector<double> times;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(stage_->record());
    times.push_back(timeline.time() / timeline.duration());
  }
  workspace().actions.end_recording({});
  EXPECT_EQ(times, (std::vector<double>{0.0, 0.25, 0.5, 0.75}));
  EXPECT_TRUE(timeline.playing());
  EXPECT_EQ(timeline.time(), 0.25 * timeline.duration());
  const auto pictures = files();
  ASSERT_EQ(pictures.size(), 4u);
  EXPECT_NE(pictures.at("x_0001.png"), pictures.at("x_0004.png"));
  EXPECT_EQ(pictures_of_clip({.per_second = 25.0}, 2.0), 50);
  EXPECT_EQ(pictures_of_clip({.per_second = 25.0}, 0.0), 2);
}

TEST_F(RecordingTest, AFilmThatCannotBeMadeIsAnErrorAndLeavesNothing) {
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", folder_.c_str(), 1);
  RecordingPlan film = plan(RecordingPlan::Kind::turntable, 3);
  film.path = folder_ / "x.webp";
  workspace().actions.start_recording(film);
  const Status status = stage_->record();
  ::setenv("PATH", before.c_str(), 1);
  ASSERT_FALSE(status);
  workspace().actions.end_recording(status);
  EXPECT_NE(workspace().document.messages().list().back().text.find("ffmpeg"), std::string::npos);
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mannequin::preview
