// Files of the command line, which the window opens once it is shown.
#include "tools/preview/opening.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tests/io/small_clips.h"
#include "tests/own_folder.h"
#include "tools/preview/window.h"

namespace mannequin::preview {
namespace {

using Names = std::vector<std::string>;

class OpeningTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::own_folder();
    options_.settings_folder = folder_ / "settings";
    options_.outfit = {"top"};
  }
  std::filesystem::path figure(const std::string& name) {
    return test::write_box_figure(character_.skeleton, folder_ / name);
  }
  std::filesystem::path text(const std::string& name, std::string_view content) {
    EXPECT_TRUE(io::write_file(folder_ / name, content));
    return folder_ / name;
  }
  // False: there is no window on this machine.
  bool create() {
    SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
    auto window = Window::create(character_, options_);
    if (window) window_ = std::move(*window);
    return window_ != nullptr;
  }
  void step() {
    const Status status = window_->step();
    ASSERT_TRUE(status) << status.error().message();
  }
  void open_all() {
    const auto began = std::chrono::steady_clock::now();
    while (window_->stage().opens() && std::chrono::steady_clock::now() - began < std::chrono::seconds(60))
      step();
    EXPECT_FALSE(window_->stage().opens());
  }
  Document& document() { return window_->stage().workspace().document; }
  Names worn() {
    Names names;
    for (const auto& file : document().avatar().worn()) names.push_back(file->name);
    return names;
  }
  const std::string& told() { return document().messages().list().back().text; }

  const Character character_ = test::make_builtin_character();
  std::filesystem::path folder_;
  PreviewOptions options_;
  std::unique_ptr<Window> window_;
};

TEST_F(OpeningTest, ThePictureComesBeforeTheFiles) {
  options_.files = {figure("figure.glb"), text("tall.json", R"({"params": {"33": 2.0}})")};
  if (!create()) GTEST_SKIP() << "no window without a display";
  step();
  EXPECT_TRUE(window_->stage().opens());
  EXPECT_FALSE(window_->at_rest());
  EXPECT_EQ(worn(), Names());
  step();
  const auto& messages = document().messages().list();
  EXPECT_TRUE(std::ranges::any_of(
      messages, [](const Message& message) { return message.text.starts_with("Reading figure.glb"); }));
  open_all();
  EXPECT_EQ(worn(), Names{"figure.glb"});
  EXPECT_EQ(document().avatar().choice().sliders.at(33), 2.0);
  EXPECT_EQ(told(), "Opened 2 files");
  EXPECT_FALSE(document().history().can_undo()) << "what it begins with is no step";
}

TEST_F(OpeningTest, WithoutFilesAllIsThereAtOnce) {
  if (!create()) GTEST_SKIP() << "no window without a display";
  EXPECT_FALSE(window_->stage().opens());
  EXPECT_EQ(worn(), (Names{"mannequin.glb", "hair.glb", "top.glb"}));
}

TEST_F(OpeningTest, TheyAreWornInTheirOrder) {
  options_.files = {figure("c.glb"), figure("a.glb"), figure("b.glb")};
  if (!create()) GTEST_SKIP() << "no window without a display";
  open_all();
  EXPECT_EQ(worn(), (Names{"c.glb", "a.glb", "b.glb"}));
}

TEST_F(OpeningTest, OneFileNamedTwiceIsWornOnceAndThatIsSaid) {
  options_.files = {figure("a.glb"), folder_ / "a.glb", figure("b.glb")};
  if (!create()) GTEST_SKIP() << "no window without a display";
  open_all();
  EXPECT_EQ(worn(), (Names{"a.glb", "b.glb"}));
  EXPECT_EQ(told(), "Opened 3 files, 1 of them worn already and read again; remarks: see Messages")
      << "of two bodies";
}

TEST_F(OpeningTest, AnObjectIsAttachedBesideTheLoop) {
  const BoundMeshDesc box = test::rigid_box();
  const auto bytes = io::write_glb(std::span(&box, 1), &character_.skeleton);
  ASSERT_TRUE(bytes && io::write_file(folder_ / "sword.glb", *bytes));
  options_.files = {figure("figure.glb")};
  options_.attached = {{"Left Hand", folder_ / "sword.glb"}};
  if (!create()) GTEST_SKIP() << "no window without a display";
  open_all();
  EXPECT_EQ(worn(), (Names{"figure.glb", "sword.glb"}));
  EXPECT_EQ(document().avatar().worn()[1]->point, "Left Hand");
  EXPECT_FALSE(document().history().can_undo());
}

TEST_F(OpeningTest, WhatCannotBeUsedIsToldAndTheRestIsOpened) {
  options_.files = {folder_ / "nowhere.glb", text("tall.json", R"({"params": {"33": 2.0}})"),
                    text("notes.txt", "hello")};
  if (!create()) GTEST_SKIP() << "no window without a display";
  open_all();
  EXPECT_EQ(told(), "Opened 1 file, but not nowhere.glb, notes.txt");
  EXPECT_EQ(worn(), (Names{"mannequin.glb", "hair.glb", "top.glb"})) << "nothing else is worn";
}

TEST_F(OpeningTest, WhatOptionsNameIsReadBesideTheLoop) {
  std::promise<void> may_read;
  const auto given = std::make_shared<std::future<void>>(may_read.get_future());
  options_.read_inputs = [given]() -> Result<AvatarInputs> {
    given->wait();
    AvatarInputs inputs;
    inputs.sliders[33] = 2.0;
    return inputs;
  };
  if (!create()) {
    may_read.set_value();
    GTEST_SKIP() << "no window without a display";
  }
  // The file cannot be read yet, and the pictures go on.
  for (int i = 0; i < 5; ++i) step();
  EXPECT_TRUE(window_->stage().opens());
  EXPECT_FALSE(window_->at_rest());
  EXPECT_TRUE(document().avatar().choice().sliders.empty());
  may_read.set_value();
  open_all();
  EXPECT_EQ(document().avatar().choice().sliders.at(33), 2.0);
  EXPECT_EQ(worn(), (Names{"mannequin.glb", "hair.glb", "top.glb"}));
  EXPECT_FALSE(document().history().can_undo()) << "what it begins with is no step";
}

TEST_F(OpeningTest, AShapeOfTheCommandLineIsCalledByItsFile) {
  options_.shape = text("tall.json", R"({"params": {"33": 2.0}})");
  double height = 2.0;
  options_.read_inputs = [&height]() -> Result<AvatarInputs> {
    AvatarInputs inputs;
    inputs.sliders[33] = height;
    return inputs;
  };
  if (!create()) GTEST_SKIP() << "no window without a display";
  open_all();
  EXPECT_EQ(document().shape_file.name(), "tall.json");
  EXPECT_FALSE(document().shape_file.edited());
  EXPECT_FALSE(document().history().can_undo());
  // Another option changed it: that is in no file yet.
  height = 1.0;
  window_.reset();
  ASSERT_TRUE(create());
  open_all();
  EXPECT_EQ(document().shape_file.name(), "tall.json");
  EXPECT_TRUE(document().shape_file.edited());
  document().shape_file.revert();
  EXPECT_EQ(document().avatar().choice().sliders.at(33), 2.0);
}

TEST_F(OpeningTest, OptionsThatCannotBeReadAreTold) {
  options_.read_inputs = []() -> Result<AvatarInputs> {
    return fail(ErrorCode::cannot_read, "tall.json", "is gone");
  };
  options_.files = {figure("figure.glb")};
  if (!create()) GTEST_SKIP() << "no window without a display";
  open_all();
  EXPECT_EQ(worn(), Names{"figure.glb"});
  EXPECT_TRUE(std::ranges::any_of(document().messages().list(), [](const Message& message) {
    return message.kind == Message::Kind::error && message.text.find("tall.json") != std::string::npos;
  }));
}

TEST_F(OpeningTest, AClipOrPoseIsReadBesideTheLoop) {
  options_.clip = text("nod.bvh", test::small_bvh());
  options_.clip_seconds = 0.25;
  if (!create()) GTEST_SKIP() << "no window without a display";
  EXPECT_FALSE(document().timeline().has_clip());
  step();
  EXPECT_FALSE(document().timeline().has_clip()) << "the picture comes first";
  open_all();
  EXPECT_TRUE(document().timeline().has_clip());
  EXPECT_EQ(document().avatar().choice().pose_name, "nod.bvh");
  EXPECT_EQ(worn(), (Names{"mannequin.glb", "hair.glb", "top.glb"}));
}

TEST_F(OpeningTest, ASizeThatNobodyAskedForFitsTheScreen) {
  options_.width = 4000;
  options_.height = 3000;
  options_.last_size = true;  // of which none is kept
  if (!create()) GTEST_SKIP() << "no window without a display";
  SDL_Rect screen;
  ASSERT_EQ(SDL_GetDisplayUsableBounds(0, &screen), 0);
  ASSERT_LT(screen.w, options_.width);
  int width = 0, height = 0;
  window_->pixels(width, height);
  EXPECT_LE(width, screen.w);
  EXPECT_LE(height, screen.h);
}

TEST_F(OpeningTest, ItClosesWhileTheyAreRead) {
  for (const char* name : {"a.glb", "b.glb", "c.glb", "d.glb", "e.glb"})
    options_.files.push_back(figure(name));
  if (!create()) GTEST_SKIP() << "no window without a display";
  step();
  step();
  SDL_Event quit{};
  quit.type = SDL_QUIT;
  SDL_PushEvent(&quit);
  step();
  EXPECT_TRUE(window_->closed());
  EXPECT_TRUE(window_->stage().opens()) << "one file a picture at most";
}

TEST_F(OpeningTest, WhatSomebodyDidMeanwhileCanBeUndone) {
  options_.files = {figure("a.glb")};
  if (!create()) GTEST_SKIP() << "no window without a display";
  step();
  const Appearance& appearance = character_.appearance;
  for (int i = 1; i < 10; ++i)
    document().sliders.set(appearance[appearance.find(i % 2 == 0 ? 33 : 34)], 10.0 * i);
  open_all();
  EXPECT_GE(document().history().done(), 9u);
}

}  // namespace
}  // namespace mannequin::preview
