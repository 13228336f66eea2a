// The shape as a file: saved, reverted, kept between sessions.
#include <filesystem>
#include <fstream>

#include "engine/io/file.h"
#include "engine/io/shape_file.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/own_folder.h"
#include "tests/preview/figure.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

class ShapeSavingTest : public test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    character_.emplace(test::builtin_character());
    folder_ = test::own_folder();
    begin();
  }
  void TearDown() override {
    session_.reset();
    GlTest::TearDown();
  }

  void begin() {
    session_ = std::move(Session::create(*character_, {}).value());
    session_->use_settings(Settings(folder_ / "settings"));
  }
  const ParameterDesc& parameter(int id) { return character_->appearance[character_->appearance.find(id)]; }
  double percent(int id) {
    return percent_from_weight(parameter(id), session_->scene().weight(parameter(id)));
  }

  std::optional<Character> character_;
  std::unique_ptr<Session> session_;
  std::filesystem::path folder_;
};

TEST_F(ShapeSavingTest, EveryRemarkOnAFileIsToldInPerCent) {
  if (!character_) return;
  const auto path = folder_ / "far.json";
  ASSERT_TRUE(io::write_file(path, std::string_view(R"({"params": {"33": 9.5, "34": -9.0, "99999": 1.0}})")));
  ASSERT_TRUE(session_->open(path, false));
  const auto& messages = session_->messages();
  ASSERT_EQ(messages.size(), 4u);
  EXPECT_NE(messages[0].text.find("parameter 99999 is unknown"), std::string::npos) << messages[0].text;
  EXPECT_EQ(messages[1].text, "far.json: Height is at 274 %, beyond its slider's end, and counts as 100 %");
  EXPECT_NE(messages[2].text.find("counts as 0 %"), std::string::npos) << messages[2].text;
  EXPECT_EQ(messages[3].text, "Shape far.json: 2 values, 3 remarks: see Messages");
}

TEST_F(ShapeSavingTest, EveryFormComesBackAsItWas) {
  if (!character_) return;
  for (const auto& [name, limit] : {std::pair{"a.json", 1e-12}, {"a.xml", 1e-5}, {"a.txt", 0.5}}) {
    begin();
    session_->set_slider(parameter(33), 80.0);
    session_->set_slider(parameter(34), 12.0);
    session_->set_sex(Sex::male);
    EXPECT_TRUE(session_->shape_edited());
    ASSERT_TRUE(session_->save_shape(folder_ / name));
    EXPECT_FALSE(session_->shape_edited());
    EXPECT_EQ(session_->shape_name(), name);
    begin();
    ASSERT_TRUE(session_->open(folder_ / name, false));
    EXPECT_NEAR(percent(33), 80.0, limit) << name;
    EXPECT_NEAR(percent(34), 12.0, limit) << name;
    EXPECT_EQ(session_->scene().sex(), Sex::male) << name;
    EXPECT_FALSE(session_->shape_edited());
  }
}

TEST_F(ShapeSavingTest, WhatCannotBeSavedIsToldAndStaysUnsaved) {
  if (!character_) return;
  session_->set_slider(parameter(33), 80.0);
  EXPECT_FALSE(session_->save_shape(folder_ / "shape.png"));
  EXPECT_FALSE(session_->save_shape(folder_ / "no such folder" / "shape.json"));
  EXPECT_EQ(session_->messages().back().kind, Message::Kind::error);
  EXPECT_TRUE(session_->shape_edited());
  EXPECT_TRUE(session_->shape_name().empty());
}

TEST_F(ShapeSavingTest, RevertTakesTheFilesValuesAndIsAStepOfUndo) {
  if (!character_) return;
  session_->set_slider(parameter(33), 80.0);
  ASSERT_TRUE(session_->save_shape(folder_ / "b.json"));
  session_->set_slider(parameter(33), 10.0);
  session_->set_slider(parameter(34), 10.0);
  session_->revert_shape();
  EXPECT_NEAR(percent(33), 80.0, 1e-9);
  EXPECT_FALSE(session_->scene().edited(parameter(34)));
  session_->undo();
  EXPECT_NEAR(percent(34), 10.0, 1e-9);
  EXPECT_TRUE(session_->shape_edited());
}

TEST_F(ShapeSavingTest, UndoPastAShapeNamesTheOneBefore) {
  if (!character_) return;
  ASSERT_TRUE(session_->save_shape(folder_ / "first.json"));
  session_->set_slider(parameter(33), 80.0);
  ASSERT_TRUE(session_->save_shape(folder_ / "second.json"));
  ASSERT_TRUE(session_->open(folder_ / "first.json", false));
  EXPECT_EQ(session_->shape_name(), "first.json");
  session_->undo();
  EXPECT_EQ(session_->shape_name(), "second.json");
  EXPECT_FALSE(session_->shape_edited());
}

TEST_F(ShapeSavingTest, AnUnsavedShapeIsOfferedNextTime) {
  if (!character_) return;
  EXPECT_FALSE(session_->offers_kept_shape());
  session_->set_slider(parameter(33), 80.0);
  ASSERT_TRUE(session_->update(0.1));
  begin();
  EXPECT_FALSE(session_->offers_kept_shape()) << "not written while the hand may still be on the slider";
  session_->set_slider(parameter(33), 80.0);
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(session_->update(0.1));
  begin();
  ASSERT_TRUE(session_->offers_kept_shape());
  // Not answered, it is still there the time after.
  session_->set_slider(parameter(34), 5.0);
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(session_->update(0.1));
  begin();
  ASSERT_TRUE(session_->offers_kept_shape());
  session_->take_kept_shape();
  EXPECT_NEAR(percent(33), 80.0, 1e-9);
  EXPECT_FALSE(session_->scene().edited(parameter(34)));
  ASSERT_TRUE(session_->save_shape(folder_ / "kept.json"));
  begin();
  EXPECT_FALSE(session_->offers_kept_shape()) << "it is saved";
}

TEST_F(ShapeSavingTest, RecentFilesAreRememberedNewestFirst) {
  if (!character_) return;
  Settings settings(folder_ / "other");
  for (int i = 0; i < 20; ++i) settings.opened(folder_ / ("file" + std::to_string(i)));
  settings.opened(folder_ / "file15");
  const Settings again(folder_ / "other");
  ASSERT_EQ(again.recent().size(), Settings::kMostRecent);
  EXPECT_EQ(again.recent()[0], folder_ / "file15");
  EXPECT_EQ(again.recent()[1], folder_ / "file19");
  // Settings that somebody damaged are done without.
  std::ofstream(folder_ / "other" / "recent_files.txt") << std::string(3 << 20, 'x');
  EXPECT_TRUE(Settings(folder_ / "other").recent().empty());
  EXPECT_TRUE(Settings().recent().empty());
}

}  // namespace
}  // namespace mannequin::preview
