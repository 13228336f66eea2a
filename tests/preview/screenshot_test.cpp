#include <gtest/gtest.h>

#include <set>

#include "engine/gpu/gl_context.h"
#include "engine/io/file.h"
#include "tests/document/figure.h"
#include "tests/io/small_clips.h"
#include "tests/own_folder.h"
#include "tools/preview/preview.h"

namespace mannequin {
namespace {

class ScreenshotTest : public testing::Test {
 protected:
  void SetUp() override {
    if (auto context = GlContext::create_headless(); !context)
      GTEST_SKIP() << "no OpenGL 4.5 device: " << context.error().message();
    const auto folder = test::own_folder();
    options_.files = {test::write_box_figure(character_.skeleton, folder / "figure.glb")};
    options_.screenshot = folder / "screenshot_test.png";
    options_.width = 320;
    options_.height = 200;
  }

  Character character_ = test::make_builtin_character();
  PreviewOptions options_;
};

std::uint32_t big_endian(const io::Bytes& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

TEST_F(ScreenshotTest, WritesAPngOfTheSizeAskedFor) {
  for (const bool panels : {false, true}) {
    options_.panels = panels;
    const auto status = run_preview(character_, options_);
    ASSERT_TRUE(status) << status.error().message();
    const auto bytes = io::read_file(options_.screenshot);
    ASSERT_TRUE(bytes);
    ASSERT_GT(bytes->size(), 2000u) << "a blank picture is smaller";
    EXPECT_EQ(big_endian(*bytes, 0), 0x89504e47u);
    EXPECT_EQ(big_endian(*bytes, 16), 320u);
    EXPECT_EQ(big_endian(*bytes, 20), 200u);
  }
}

TEST_F(ScreenshotTest, EveryViewIsAnotherPicture) {
  std::set<std::string> pictures;
  for (const auto view : preview_view_names()) {
    options_.view = view;
    const auto status = run_preview(character_, options_);
    ASSERT_TRUE(status) << status.error().message();
    const auto bytes = io::read_file(options_.screenshot);
    ASSERT_TRUE(bytes);
    pictures.emplace(io::as_text(*bytes));
  }
  EXPECT_EQ(pictures.size(), preview_view_names().size());
}

TEST_F(ScreenshotTest, MarksOfJointsAreInThePicture) {
  std::set<std::string> pictures;
  for (const bool joints : {false, true}) {
    options_.joints = joints;
    const auto status = run_preview(character_, options_);
    ASSERT_TRUE(status) << status.error().message();
    const auto bytes = io::read_file(options_.screenshot);
    ASSERT_TRUE(bytes);
    pictures.emplace(io::as_text(*bytes));
  }
  EXPECT_EQ(pictures.size(), 2u);
}

TEST_F(ScreenshotTest, RefusesWhatItCannotDraw) {
  PreviewOptions options = options_;
  options.view = "below";
  EXPECT_FALSE(run_preview(character_, options));
  options = options_;
  options.width = 1 << 20;
  EXPECT_FALSE(run_preview(character_, options));
  options = options_;
  options.files = {"/nowhere/at_all.dae"};
  const auto missing = run_preview(character_, options);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::cannot_read);
  options = options_;
  options.screenshot = "/nowhere/at_all.png";
  const auto unwritable = run_preview(character_, options);
  ASSERT_FALSE(unwritable);
  EXPECT_EQ(unwritable.error().code, ErrorCode::cannot_write);
}

TEST_F(ScreenshotTest, TheTestPeopleAndOnesOwnStandOnOneSheet) {
  const auto folder = options_.screenshot.parent_path() / "people";
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(io::write_file(folder / "Ann.json", std::string_view(R"({"params": {"33": 2.0}})")));
  options_.people = true;
  options_.person_width = 64;
  options_.person_height = 96;
  options_.people_folder = folder;
  const auto status = run_preview(character_, options_);
  ASSERT_TRUE(status) << status.error().message();
  const auto bytes = io::read_file(options_.screenshot);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(big_endian(*bytes, 16), 6u * 64u);
  EXPECT_GT(big_endian(*bytes, 20), 3u * 96u) << "a third row, and captions";
  ASSERT_TRUE(io::write_file(folder / "Bob.json", std::string_view("no shape")));
  const auto unusable = run_preview(character_, options_);
  ASSERT_FALSE(unusable);
  EXPECT_NE(unusable.error().message().find("Bob.json"), std::string::npos) << unusable.error().message();
  options_.people_folder = folder / "nowhere";
  EXPECT_FALSE(run_preview(character_, options_));
}

TEST_F(ScreenshotTest, AnAnimationBecomesPicturesAtItsOwnSpeed) {
  const auto folder = options_.screenshot.parent_path();
  options_.play = true;
  options_.pictures = 0;
  options_.per_second = 4.0;
  EXPECT_FALSE(run_preview(character_, options_)) << "there is none";
  options_.clip = folder / "nod.bvh";
  ASSERT_TRUE(io::write_file(options_.clip, std::string_view(test::small_bvh())));
  const auto status = run_preview(character_, options_);
  ASSERT_TRUE(status) << status.error().message();
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    pictures += entry.path().extension() == ".png" ? 1 : 0;
  EXPECT_EQ(pictures, 4) << "of one second";
}

}  // namespace
}  // namespace mannequin
