// What would be lost at the end although it is not on screen any more.
#include "tools/document/left_behind.h"

#include "engine/io/file.h"
#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class LeftBehindTest : public DocumentTest {
 protected:
  static constexpr int kHeight = 33, kThickness = 34;

  std::vector<std::string> left() {
    std::vector<std::string> out;
    for (const LeftBehind& each : document_->left_behind()) out.push_back(each.what);
    return out;
  }
  void open_shape(const std::string& name, const char* height) {
    const auto path = folder_ / name;
    ASSERT_TRUE(io::write_file(path, R"({"params": {"33": )" + std::string(height) + "}}"));
    ASSERT_TRUE(document_->files.open(path, false));
  }
};

using Names = std::vector<std::string>;

TEST_F(LeftBehindTest, ChangesToAShapeThatGaveWayToAnotherAreLeft) {
  open_shape("angela.json", "0.5");
  EXPECT_EQ(left(), Names{}) << "nothing was changed";
  document_->sliders.set(parameter(kThickness), 70.0);
  const SliderValues edited = document_->avatar().choice().sliders;
  EXPECT_EQ(left(), Names{}) << "it is still there";
  open_shape("brenda.json", "0.1");
  EXPECT_EQ(left(), Names{"the changes to angela.json"});
  document_->sliders.set(parameter(kThickness), 20.0);
  document_->sliders.reset_all();
  EXPECT_EQ(left(), (Names{"the changes to angela.json", "the changes to brenda.json"}));
  EXPECT_EQ(document_->shape_file.name(), "") << "saving would replace brenda.json by the default shape";
  // Undo brings it back, and then nothing is left.
  document_->jump_in_history(document_->left_behind().front().done);
  EXPECT_EQ(document_->avatar().choice().sliders, edited);
  EXPECT_EQ(document_->shape_file.name(), "angela.json");
  EXPECT_EQ(left(), Names{});
  // Saved under whatever name, it is in a file.
  ASSERT_TRUE(document_->shape_file.save(folder_ / "mine.json"));
  open_shape("brenda.json", "0.1");
  EXPECT_EQ(left(), Names{});
}

TEST_F(LeftBehindTest, TestPeopleAreNotLeftButWhatWasMadeBeforeThemIs) {
  ASSERT_GE(document_->people.list().size(), 3u);
  document_->people.take(1);
  document_->people.take(2);
  EXPECT_EQ(left(), Names{}) << "they can be taken again";
  document_->sliders.set(parameter(kHeight), 70.0);
  document_->people.take(1);
  EXPECT_EQ(left(), Names{"the changes to the default shape"});
}

TEST_F(LeftBehindTest, ATestPersonIsNotSavedOverTheFileOfTheShapeBefore) {
  open_shape("angela.json", "0.5");
  document_->people.take(1);
  EXPECT_EQ(document_->shape_file.name(), "") << "saving would replace angela.json";
  document_->undo();
  EXPECT_EQ(document_->shape_file.name(), "angela.json");
}

TEST_F(LeftBehindTest, ARandomShapeThatIsKeptIsNotSavedOverTheFileOfTheShapeBefore) {
  open_shape("angela.json", "0.5");
  for (const bool another : {false, true}) {
    document_->sliders.begin_trial(another);
    document_->sliders.try_out({{kThickness, another ? 0.2 : 0.1}});
    const std::string file = another ? "" : "angela.json";
    EXPECT_EQ(document_->shape_file.name(), file) << "saved while it is tried, it would replace angela.json";
    document_->sliders.end_trial(true, "tried");
    EXPECT_EQ(document_->shape_file.name(), file) << "a tint is an edit, no other shape";
  }
  EXPECT_TRUE(document_->shape_is_unsaved());
  EXPECT_EQ(left(), Names{"the changes to angela.json"});
  document_->undo();
  EXPECT_EQ(document_->shape_file.name(), "angela.json");
}

TEST_F(LeftBehindTest, AShapeThatWasTriedAndNotKeptLeavesItsFile) {
  open_shape("angela.json", "0.5");
  document_->sliders.begin_trial(true);
  document_->sliders.try_out({{kThickness, 0.2}});
  document_->sliders.end_trial(false, "");
  EXPECT_EQ(document_->shape_file.name(), "angela.json");
  EXPECT_FALSE(document_->shape_file.edited());
}

// As the window asks before it closes.
TEST_F(LeftBehindTest, AShapeIsUnsavedWhereSomebodyMadeItAndNoFileHasIt) {
  EXPECT_FALSE(document_->shape_is_unsaved());
  document_->sliders.set_sex(Sex::male);
  EXPECT_FALSE(document_->shape_is_unsaved()) << "the other default shape";
  document_->sliders.set(parameter(kHeight), 70.0);
  EXPECT_TRUE(document_->shape_is_unsaved());
  document_->undo();
  EXPECT_FALSE(document_->shape_is_unsaved());
  document_->people.take(1);
  EXPECT_FALSE(document_->shape_is_unsaved()) << "a test person can be taken again";
  document_->sliders.set(parameter(kHeight), 70.0);
  EXPECT_TRUE(document_->shape_is_unsaved());
  ASSERT_TRUE(document_->shape_file.save(folder_ / "mine.json"));
  EXPECT_FALSE(document_->shape_is_unsaved());
  ASSERT_TRUE(document_->shape_file.paste(R"({"params": {"33": 0.1}})"));
  EXPECT_TRUE(document_->shape_is_unsaved()) << "the clipboard is no file";
  open_shape("angela.json", "0.5");
  EXPECT_FALSE(document_->shape_is_unsaved());
}

TEST_F(LeftBehindTest, WhatASavedDocumentHasIsSaved) {
  document_->sliders.set(parameter(kHeight), 70.0);
  EXPECT_TRUE(document_->shape_is_unsaved());
  ASSERT_TRUE(document_->saved.save(folder_ / "outfit.json"));
  EXPECT_FALSE(document_->shape_is_unsaved());
  document_->sliders.set(parameter(kHeight), 71.0);
  EXPECT_TRUE(document_->shape_is_unsaved());
}

// Other things may be done while the dialog is open.
TEST_F(LeftBehindTest, ATrialThatChangesNothingLeavesWhatElseWasDone) {
  open_shape("angela.json", "0.5");
  const SliderValues sliders = document_->avatar().choice().sliders;
  document_->sliders.begin_trial(true);
  document_->posing.set("bent", {});
  document_->sliders.try_out(sliders);
  document_->sliders.end_trial(true, "tried");
  EXPECT_EQ(document_->shape_file.name(), "angela.json");
  EXPECT_EQ(document_->avatar().choice().pose_name, "bent");
}

TEST_F(LeftBehindTest, APastedShapeIsNotSavedOverTheFileOfTheShapeBefore) {
  open_shape("angela.json", "0.5");
  document_->sliders.set(parameter(kThickness), 70.0);
  ASSERT_TRUE(document_->shape_file.paste(R"({"params": {"33": 0.1}})"));
  EXPECT_EQ(document_->shape_file.name(), "") << "saving would replace angela.json";
  EXPECT_EQ(left(), Names{"the changes to angela.json"});
  document_->undo();
  EXPECT_EQ(document_->shape_file.name(), "angela.json");
}

TEST_F(LeftBehindTest, SidesThatAreSwappedKeepTheFileOfEach) {
  open_shape("angela.json", "0.5");
  document_->set_a_to_current();
  open_shape("brenda.json", "0.1");
  document_->sliders.set(parameter(kThickness), 70.0);
  document_->swap_a_and_b();
  EXPECT_EQ(document_->shape_file.name(), "angela.json")
      << "saving would replace brenda.json by Angela's shape";
  EXPECT_FALSE(document_->shape_file.edited());
  EXPECT_EQ(left(), Names{"the changes to brenda.json"});
  document_->swap_a_and_b();
  EXPECT_EQ(document_->shape_file.name(), "brenda.json");
  EXPECT_EQ(left(), Names{}) << "they are on screen again";
  EXPECT_TRUE(document_->shape_file.edited());
}

TEST_F(LeftBehindTest, AShapeWithoutAFileThatIsSwappedInIsUnsaved) {
  document_->sliders.set(parameter(kHeight), 70.0);
  document_->set_a_to_current();
  document_->sliders.set(parameter(kThickness), 70.0);
  document_->swap_a_and_b();
  EXPECT_TRUE(document_->shape_is_unsaved());
}

TEST_F(LeftBehindTest, TheDefaultShapeSwappedInHasNoFile) {
  open_shape("angela.json", "0.5");
  document_->swap_a_and_b();
  EXPECT_EQ(document_->shape_file.name(), "");
  EXPECT_FALSE(document_->shape_file.edited());
}

TEST_F(LeftBehindTest, WhatIsCalledTheSameIsToldApartByTheStepThatLeftIt) {
  document_->sliders.set(parameter(kThickness), 70.0);
  document_->people.take(1);
  document_->sliders.reset_all();
  document_->sliders.set(parameter(kThickness), 20.0);
  document_->people.take(1);
  const Names names = left();
  ASSERT_EQ(names.size(), 2u);
  EXPECT_NE(names[0], names[1]);
  for (const std::string& each : names)
    EXPECT_TRUE(each.starts_with("the changes to the default shape, before step ")) << each;
}

}  // namespace
}  // namespace mannequin::document
