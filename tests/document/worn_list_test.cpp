// Editing the list of worn files, with undo.
#include <filesystem>

#include "tests/document/document_case.h"
#include "tools/document/worn_conflicts.h"

namespace mannequin::document {
namespace {

class WornListTest : public DocumentTest {
 protected:
  // A box on the chest, which the file moves by so much.
  std::filesystem::path chest(const char* name, double moved) {
    return write_mesh(test::box_on(character_.skeleton, "mChest", {moved, 0.0, 0.0}), name);
  }
  void wear_two() {
    ASSERT_TRUE(document_->files.open(chest("first.glb", 0.05), true));
    ASSERT_TRUE(document_->files.open(chest("second.glb", 0.02), true));
    document_->forget_history();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& file : document_->avatar().worn()) list.push_back(file->name);
    return list;
  }
  double chest_moved() {
    document_->update(0.0);
    const JointIndex joint = character_.skeleton.find("mChest");
    const auto& offset = document_->avatar().state().offsets.position[static_cast<std::size_t>(joint)];
    return offset ? offset->value.x - character_.skeleton[joint].default_position.x : 0.0;
  }
  const WearSettings& how(std::size_t index) const { return *document_->avatar().worn()[index]; }
};

using Names = std::vector<std::string>;

TEST_F(WornListTest, TakenOffAndPutOnAgainItIsTheSameFileWornTheSameWay) {
  wear_two();
  document_->wardrobe.set_look(0, {1.0f, 0.5f, 0.25f}, 0.5f);
  const WornFile* file = document_->avatar().worn()[0].get();
  document_->wardrobe.take_off(0);
  EXPECT_EQ(names(), Names{"second.glb"});
  EXPECT_NEAR(chest_moved(), 0.02, 1e-6);
  document_->undo();
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_EQ(document_->avatar().worn()[0].get(), file);
  EXPECT_EQ(how(0).opacity, 0.5f);
  EXPECT_TRUE(how(0).joint_positions);
  document_->update(0.0);
  document_->redo();
  EXPECT_EQ(names(), Names{"second.glb"});
}

TEST_F(WornListTest, WhatNoStepHoldsAnyLongerIsGivenBack) {
  wear_two();
  const std::weak_ptr<WornFile> file = document_->avatar().worn()[0];
  document_->wardrobe.take_off(0);
  EXPECT_FALSE(file.expired());
  document_->forget_history();
  EXPECT_TRUE(file.expired());
}

TEST_F(WornListTest, TheLowerOneWinsAndMovingChangesThat) {
  wear_two();
  EXPECT_NEAR(chest_moved(), 0.02, 1e-6);
  auto conflicts = worn_conflicts(document_->avatar());
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].winner, 1u);
  EXPECT_EQ(conflicts[0].joints, std::vector<std::string>{"mChest"});
  EXPECT_NEAR(conflicts[0].apart, 0.03, 1e-6);
  EXPECT_EQ(conflicts[0].text(document_->avatar()),
            "mChest: second.glb wins over first.glb, up to 30.0 mm apart");
  document_->wardrobe.move(0, 1);
  EXPECT_EQ(document_->history().undo_name(), "Move first.glb down");
  EXPECT_NEAR(chest_moved(), 0.05, 1e-6);
  document_->undo();
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_NEAR(chest_moved(), 0.02, 1e-6);
  document_->wardrobe.use_joint_positions(1, false);
  EXPECT_NEAR(chest_moved(), 0.05, 1e-6);
  EXPECT_TRUE(worn_conflicts(document_->avatar()).empty());
}

TEST_F(WornListTest, EverySwitchIsAStepWithAName) {
  wear_two();
  document_->wardrobe.show(0, false);
  EXPECT_EQ(document_->history().undo_name(), "Hide first.glb");
  document_->wardrobe.use_joint_positions(0, false);
  EXPECT_EQ(document_->history().undo_name(), "Joint positions of first.glb off");
  EXPECT_EQ(document_->avatar().worn()[0]->position_count, 1u) << "the tick can be used";
  document_->wardrobe.lock_scale(1, true);
  EXPECT_EQ(document_->history().undo_name(), "Lock scale of second.glb on");
  for (int i = 0; i < 3; ++i) document_->undo();
  EXPECT_FALSE(document_->history().can_undo());
  EXPECT_TRUE(how(0).visible);
  EXPECT_TRUE(how(0).joint_positions);
  EXPECT_FALSE(how(1).lock_scale);
  document_->wardrobe.show(0, true);
  EXPECT_FALSE(document_->history().can_undo()) << "nothing changed";
}

TEST_F(WornListTest, LockedJointsNoLongerFollowThickness) {
  ASSERT_TRUE(document_->files.open(chest("one.glb", 0.05), true));
  const auto joint = static_cast<std::size_t>(character_.skeleton.find("mChest"));
  EXPECT_NEAR(chest_moved(), 0.05, 1e-6);
  EXPECT_FALSE(document_->avatar().state().offsets.scale[joint]);
  document_->wardrobe.lock_scale(0, true);
  document_->update(0.0);
  EXPECT_TRUE(document_->avatar().state().offsets.scale[joint]);
}

TEST_F(WornListTest, OneDragOfTheOpacityIsOneStep) {
  wear_two();
  document_->wardrobe.begin_look();
  for (const float opacity : {0.9f, 0.7f, 0.4f}) document_->wardrobe.set_look(0, Vec3f(1.0f), opacity);
  EXPECT_EQ(document_->history().done(), 1u);
  document_->wardrobe.begin_look();
  document_->wardrobe.set_look(0, Vec3f(1.0f), 0.2f);
  EXPECT_EQ(document_->history().done(), 2u);
  document_->undo();
  EXPECT_EQ(how(0).opacity, 0.4f);
  document_->undo();
  EXPECT_EQ(how(0).opacity, 1.0f);
}

TEST_F(WornListTest, RemarksOnFilesDroppedTogetherAreNotPassedOver) {
  ASSERT_TRUE(io::write_file(folder_ / "odd.json", std::string_view(R"({"params": {"33": 99.0}})")));
  document_->files.open_all(std::vector<std::filesystem::path>{chest("a.glb", 0.05), folder_ / "odd.json"});
  EXPECT_EQ(document_->messages().list().back().text, "Opened 2 files; remarks: see Messages");
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::warning);
}

TEST_F(WornListTest, FilesDroppedTogetherAreOneStepAndOneSummary) {
  for (const char* name : {"mannequin", "top"}) ASSERT_TRUE(document_->stand_in.wear_builtin(name));
  ASSERT_TRUE(io::write_file(folder_ / "notes.txt", std::string_view("hello")));
  ASSERT_TRUE(io::write_file(folder_ / "tall.json", std::string_view(R"({"params": {"33": 2.0}})")));
  const std::vector<std::filesystem::path> paths = {chest("a.glb", 0.05), folder_ / "tall.json",
                                                    folder_ / "notes.txt", chest("b.glb", 0.0)};
  document_->files.open_all(paths);
  EXPECT_EQ(document_->messages().list().back().text, "Opened 3 files, but not notes.txt");
  EXPECT_EQ(names(), (Names{"mannequin.glb", "a.glb", "b.glb"})) << "the body stays, the clothes go";
  ASSERT_EQ(document_->history().done(), 1u);
  EXPECT_EQ(document_->history().undo_name(), "Open 3 files");
  document_->undo();
  EXPECT_EQ(names(), (Names{"mannequin.glb", "top.glb"}));
  EXPECT_TRUE(document_->avatar().choice().sliders.empty());
  // Former stand-ins are stand-ins again.
  ASSERT_TRUE(document_->files.open(chest("c.glb", 0.0), false));
  EXPECT_EQ(names(), (Names{"mannequin.glb", "c.glb"}));
  EXPECT_EQ(document_->history().undo_name(), "Wear c.glb");
}

TEST_F(WornListTest, WhatIsWornAlreadyIsReadAgain) {
  wear_two();
  document_->wardrobe.show(0, false);
  document_->forget_history();
  std::filesystem::create_directories(folder_ / "folder");
  ASSERT_TRUE(document_->files.open(folder_ / "folder/../first.glb", false)) << "by another path";
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_TRUE(how(0).visible);
  EXPECT_EQ(document_->files.take_opened_again(), 0u);
  EXPECT_FALSE(document_->files.take_opened_again()) << "once";
  EXPECT_EQ(document_->messages().list().back().text, "Reloaded first.glb, as many vertices as before");
  document_->wardrobe.take_off(0);
  ASSERT_TRUE(document_->files.open(folder_ / "first.glb", false));
  EXPECT_EQ(names(), (Names{"second.glb", "first.glb"}));
  EXPECT_FALSE(document_->files.take_opened_again());
}

TEST_F(WornListTest, OneFileOpenedManyTimesIsWornOnceAndThatIsSaid) {
  const std::filesystem::path path = chest("a.glb", 0.0);
  const std::vector<std::filesystem::path> paths(30, path);
  document_->files.open_all(paths);
  EXPECT_EQ(names(), Names{"a.glb"});
  EXPECT_EQ(document_->messages().list().back().text,
            "Opened 30 files, 29 of them worn already and read again");
  // Also while the first of them is still being read.
  document_->wardrobe.take_off(0);
  document_->files.wait_for_reading(std::chrono::milliseconds(0));
  ASSERT_TRUE(io::write_file(folder_ / "notes.txt", std::string_view("hello")));
  document_->files.open_all(std::vector{path, path, folder_ / "notes.txt"});
  wait_for_files();
  EXPECT_EQ(names(), Names{"a.glb"});
  EXPECT_EQ(document_->messages().list().back().text,
            "Opened 2 files, 1 of them worn already and read again, but not notes.txt");
}

TEST_F(WornListTest, WhatIsBuiltInIsChangedWithTheSex) {
  for (const char* name : {"mannequin", "top"}) ASSERT_TRUE(document_->stand_in.wear_builtin(name));
  ASSERT_FALSE(document_->stand_in.wear_builtin("hat"));
  document_->forget_history();
  const auto counts = [&] {
    std::vector<std::size_t> list;
    for (const auto& file : document_->avatar().worn()) list.push_back(file->vertex_count());
    return list;
  };
  const std::vector<std::size_t> female = counts();
  document_->sliders.set_sex(Sex::male);
  EXPECT_EQ(names(), (Names{"mannequin.glb", "top.glb"}));
  EXPECT_NE(counts()[0], female[0]);
  EXPECT_NE(counts()[1], female[1]);
  EXPECT_EQ(document_->history().done(), 1u);
  document_->undo();
  EXPECT_EQ(counts(), female);
  // They are still only stand-ins.
  document_->sliders.set_sex(Sex::male);
  ASSERT_TRUE(document_->files.open(chest("mine.glb", 0.0), false));
  EXPECT_EQ(names(), (Names{"mannequin.glb", "mine.glb"}));
}

TEST_F(WornListTest, AReplacementTakesThePlaceAndTheSwitches) {
  wear_two();
  document_->wardrobe.set_look(0, {0.5f, 1.0f, 1.0f}, 0.6f);
  ASSERT_TRUE(document_->files.replace_worn(0, chest("third.glb", 0.01)));
  EXPECT_EQ(names(), (Names{"third.glb", "second.glb"}));
  EXPECT_EQ(document_->history().undo_name(), "Replace first.glb by third.glb");
  EXPECT_EQ(how(0).opacity, 0.6f);
  EXPECT_TRUE(how(0).joint_positions);
  const std::size_t steps = document_->history().done();
  ASSERT_TRUE(io::write_file(folder_ / "broken.glb", std::string_view("glTF")));
  EXPECT_FALSE(document_->files.replace_worn(0, folder_ / "broken.glb"));
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::error);
  EXPECT_EQ(document_->history().done(), steps);
  document_->undo();
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
}

TEST_F(WornListTest, WhatIsNoMeshTakesNoRow) {
  wear_two();
  ASSERT_TRUE(io::write_file(folder_ / "tall.json", std::string_view(R"({"params": {"33": 2.0}})")));
  ASSERT_TRUE(io::write_file(folder_ / "notes.txt", std::string_view("hello")));
  ASSERT_TRUE(document_->files.replace_worn(0, folder_ / "tall.json"));
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_EQ(document_->shape_file.name(), "tall.json");
  EXPECT_EQ(document_->history().undo_name(), "Shape tall.json");
  ASSERT_FALSE(document_->files.replace_worn(0, folder_ / "notes.txt"));
  const std::string refused = document_->messages().list().back().text;
  ASSERT_FALSE(document_->files.open(folder_ / "notes.txt", false));
  EXPECT_EQ(document_->messages().list().back().text, refused);
}

TEST_F(WornListTest, ADragOfASliderThatIsCancelledWasNever) {
  const ParameterDesc& height = character_.appearance[character_.appearance.find(33)];
  document_->sliders.set(height, 80.0);
  document_->sliders.begin(height);
  document_->sliders.move(height, 90.0);
  document_->sliders.move(height, 95.0);
  document_->sliders.cancel(height);
  EXPECT_NEAR(percent_from_weight(height, document_->avatar().weight(height)), 80.0, 1e-9);
  EXPECT_EQ(document_->history().done(), 1u);
  EXPECT_FALSE(document_->history().can_redo());
  document_->sliders.cancel(height);
  EXPECT_EQ(document_->history().done(), 1u) << "nothing was dragged";
}

TEST_F(WornListTest, ARunOfKeysOnASliderIsOneStepOfUndo) {
  const ParameterDesc& height = character_.appearance[character_.appearance.find(33)];
  const ParameterDesc& fat = character_.appearance[character_.appearance.find(637)];
  const History& history = document_->history();
  document_->sliders.set(height, 50.0);
  for (int i = 1; i <= 5; ++i) document_->sliders.step(height, 50.0 + i, true);
  EXPECT_EQ(history.done(), 2u) << "what was set by hand is a step of its own";
  EXPECT_EQ(history.undo_name(), "Height 50 \u2192 55");
  document_->sliders.step(height, 56.0, false);
  EXPECT_EQ(history.done(), 3u) << "after a pause";
  document_->sliders.step(fat, 1.0, true);
  document_->sliders.step(height, 57.0, true);
  EXPECT_EQ(history.done(), 5u) << "another slider was between them";
  document_->undo();
  document_->sliders.step(height, 58.0, true);
  EXPECT_EQ(history.done(), 5u) << "what was undone is not gone on with";
  document_->undo();
  document_->undo();
  document_->undo();
  document_->undo();
  EXPECT_NEAR(percent_from_weight(height, document_->avatar().weight(height)), 50.0, 1e-9);
}

TEST_F(WornListTest, HistoryIsJumpedInBothWays) {
  wear_two();
  const ParameterDesc& height = character_.appearance[character_.appearance.find(33)];
  document_->sliders.set(height, 80.0);
  document_->wardrobe.take_off(1);
  document_->sliders.set_sex(Sex::male);
  const History& history = document_->history();
  ASSERT_EQ(history.size(), 3u);
  EXPECT_EQ(history.name(1), "Take off second.glb");
  document_->jump_in_history(0);
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_FALSE(document_->avatar().edited(height));
  EXPECT_EQ(history.name(1), "Take off second.glb") << "undone steps keep their place";
  document_->jump_in_history(2);
  EXPECT_EQ(names(), Names{"first.glb"});
  EXPECT_TRUE(document_->avatar().edited(height));
  EXPECT_EQ(document_->avatar().sex(), Sex::female);
  document_->jump_in_history(9);
  EXPECT_EQ(history.done(), 2u);
}

TEST_F(WornListTest, TwoHundredStepsAreKept) {
  const ParameterDesc& height = character_.appearance[character_.appearance.find(33)];
  for (int i = 0; i < 250; ++i) document_->sliders.set(height, i % 2 == 0 ? 10.0 : 20.0);
  EXPECT_EQ(document_->history().size(), History::kSteps);
}

TEST_F(WornListTest, PutOnAgainItIsAsItWasSavedMeanwhile) {
  wear_two();
  document_->wardrobe.take_off(0);
  chest("first.glb", 0.09);
  std::filesystem::last_write_time(folder_ / "first.glb",
                                   std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  document_->undo();
  document_->wardrobe.use_joint_positions(1, false);
  EXPECT_NEAR(chest_moved(), 0.09, 1e-6);
}

}  // namespace
}  // namespace mannequin::document
