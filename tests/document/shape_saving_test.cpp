// The shape as a file: saved and reverted.
#include <filesystem>
#include <fstream>

#include "engine/io/file.h"
#include "engine/io/shape_file.h"
#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class ShapeSavingTest : public DocumentTest {
 protected:
  void SetUp() override {
    DocumentTest::SetUp();
    begin();
  }
  void begin() {
    document_ = std::make_unique<Document>(character_, AvatarInputs(), Settings(folder_ / "settings"));
  }
  double percent(int id) {
    return percent_from_weight(parameter(id), document_->avatar().weight(parameter(id)));
  }
};

TEST_F(ShapeSavingTest, EveryRemarkOnAFileIsToldInPerCent) {
  const auto path = folder_ / "far.json";
  ASSERT_TRUE(io::write_file(path, std::string_view(R"({"params": {"33": 9.5, "34": -9.0, "99999": 1.0}})")));
  ASSERT_TRUE(document_->files.open(path, false));
  const auto& messages = document_->messages().list();
  ASSERT_EQ(messages.size(), 4u);
  EXPECT_NE(messages[0].text.find("parameter 99999 is unknown"), std::string::npos) << messages[0].text;
  EXPECT_EQ(messages[1].text, "far.json: Height is at 274 %, beyond its slider's end, and counts as 100 %");
  EXPECT_NE(messages[2].text.find("counts as 0 %"), std::string::npos) << messages[2].text;
  EXPECT_EQ(messages[3].text, "Shape far.json: 2 values, 3 remarks: see Messages");
}

TEST_F(ShapeSavingTest, EveryFormComesBackAsItWas) {
  for (const auto& [name, limit] : {std::pair{"a.json", 1e-12}, {"a.xml", 1e-5}, {"a.txt", 0.5}}) {
    begin();
    document_->sliders.set(parameter(33), 80.0);
    document_->sliders.set(parameter(34), 12.0);
    document_->sliders.set_sex(Sex::male);
    EXPECT_TRUE(document_->shape_file.edited());
    ASSERT_TRUE(document_->shape_file.save(folder_ / name));
    EXPECT_FALSE(document_->shape_file.edited());
    EXPECT_EQ(document_->shape_file.name(), name);
    begin();
    ASSERT_TRUE(document_->files.open(folder_ / name, false));
    EXPECT_NEAR(percent(33), 80.0, limit) << name;
    EXPECT_NEAR(percent(34), 12.0, limit) << name;
    EXPECT_EQ(document_->avatar().sex(), Sex::male) << name;
    EXPECT_FALSE(document_->shape_file.edited());
  }
}

TEST_F(ShapeSavingTest, WhatCannotBeSavedIsToldAndStaysUnsaved) {
  document_->sliders.set(parameter(33), 80.0);
  EXPECT_FALSE(document_->shape_file.save(folder_ / "shape.png"));
  EXPECT_FALSE(document_->shape_file.save(folder_ / "no such folder" / "shape.json"));
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::error);
  EXPECT_TRUE(document_->shape_file.edited());
  EXPECT_TRUE(document_->shape_file.name().empty());
}

// Shapes, poses and documents alike.
TEST_F(ShapeSavingTest, OnlyAFileThatExistsIsSaidToBeUnchanged) {
  constexpr const char* kUnchanged = "The existing file is unchanged.";
  const auto told = [&] { return document_->messages().list().back().text; };
  const auto new_file = folder_ / "no such folder" / "a.json";
  EXPECT_FALSE(document_->shape_file.save(new_file));
  EXPECT_EQ(told().find(kUnchanged), std::string::npos) << told();
  EXPECT_FALSE(document_->pose_file.save(new_file));
  EXPECT_EQ(told().find(kUnchanged), std::string::npos) << told();
  EXPECT_FALSE(document_->saved.save(new_file));
  EXPECT_EQ(told().find(kUnchanged), std::string::npos) << told();
  EXPECT_TRUE(told().starts_with("The document was not saved: a.json: ")) << told();

  const auto there = folder_ / "there.png";
  ASSERT_TRUE(io::write_file(there, std::string_view("picture")));
  EXPECT_FALSE(document_->shape_file.save(there));
  EXPECT_TRUE(told().ends_with(kUnchanged)) << told();
  EXPECT_FALSE(document_->saved.save(there));
  EXPECT_TRUE(told().ends_with(kUnchanged)) << told();
}

TEST_F(ShapeSavingTest, RevertTakesTheFilesValuesAndIsAStepOfUndo) {
  document_->sliders.set(parameter(33), 80.0);
  ASSERT_TRUE(document_->shape_file.save(folder_ / "b.json"));
  document_->sliders.set(parameter(33), 10.0);
  document_->sliders.set(parameter(34), 10.0);
  document_->shape_file.revert();
  EXPECT_NEAR(percent(33), 80.0, 1e-9);
  EXPECT_FALSE(document_->avatar().edited(parameter(34)));
  document_->undo();
  EXPECT_NEAR(percent(34), 10.0, 1e-9);
  EXPECT_TRUE(document_->shape_file.edited());
}

TEST_F(ShapeSavingTest, UndoPastAShapeNamesTheOneBefore) {
  ASSERT_TRUE(document_->shape_file.save(folder_ / "first.json"));
  document_->sliders.set(parameter(33), 80.0);
  ASSERT_TRUE(document_->shape_file.save(folder_ / "second.json"));
  ASSERT_TRUE(document_->files.open(folder_ / "first.json", false));
  EXPECT_EQ(document_->shape_file.name(), "first.json");
  document_->undo();
  EXPECT_EQ(document_->shape_file.name(), "second.json");
  EXPECT_FALSE(document_->shape_file.edited());
}

TEST_F(ShapeSavingTest, RecentFilesAreRememberedNewestFirst) {
  Settings settings(folder_ / "other");
  for (int i = 0; i < 20; ++i) settings.opened(folder_ / ("file" + std::to_string(i)));
  settings.opened(folder_ / "file15");
  const Settings again(folder_ / "other");
  ASSERT_EQ(again.recent().size(), Settings::kMostRecent);
  EXPECT_EQ(again.recent()[0], folder_ / "file15");
  EXPECT_EQ(again.recent()[1], folder_ / "file19");
  EXPECT_EQ(again.last_folder(), folder_);
  // Damaged settings are ignored.
  std::ofstream(folder_ / "other" / "recent_files.txt") << std::string(3 << 20, 'x');
  EXPECT_TRUE(Settings(folder_ / "other").recent().empty());
  EXPECT_TRUE(Settings().recent().empty());
  EXPECT_EQ(Settings().last_folder(), ".");
}

TEST_F(ShapeSavingTest, ChangesOfTheWholeShapeAreTold) {
  document_->sliders.set(parameter(33), 70.0);
  document_->messages().report(Message::Kind::done, "what was said before");
  document_->sliders.reset_all();
  EXPECT_EQ(document_->messages().list().back().text, "Every slider is at its default.");
  document_->swap_a_and_b();
  EXPECT_EQ(document_->messages().list().back().text, "Swapped A and B");
}

TEST_F(ShapeSavingTest, WhatAnotherProgramSavedIsNoticedWithoutWatching) {
  const auto path = folder_ / "angela.json";
  ASSERT_TRUE(io::write_file(path, std::string_view(R"({"params": {"33": 0.5}})")));
  document_->files.watch(false);
  ASSERT_TRUE(document_->files.open(path, false));
  document_->sliders.set(parameter(34), 12.0);
  document_->update(1.0);
  EXPECT_FALSE(document_->shape_file.changed_elsewhere());
  ASSERT_TRUE(io::write_file(path, std::string_view(R"({"params": {"33": 0.75, "34": 0.1}})")));
  EXPECT_TRUE(document_->shape_file.changed_elsewhere());
  ASSERT_TRUE(document_->shape_file.save(path));
  EXPECT_FALSE(document_->shape_file.changed_elsewhere());
  std::filesystem::remove(path);
  EXPECT_FALSE(document_->shape_file.changed_elsewhere()) << "there is nothing to be replaced";
}

}  // namespace
}  // namespace mannequin::document
