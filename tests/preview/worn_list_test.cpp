// What is worn, as a list that people change, and undo over it.
#include <filesystem>

#include "tests/preview/session_case.h"
#include "tools/preview/session/worn_conflicts.h"

namespace mannequin::preview {
namespace {

class WornListTest : public SessionTest {
 protected:
  // A box on the chest, which the file moves by so much.
  std::filesystem::path chest(const char* name, double moved) {
    return write_mesh(test::box_on(character_->skeleton, "mChest", {moved, 0.0, 0.0}), name);
  }
  void wear_two() {
    ASSERT_TRUE(session_->open(chest("first.glb", 0.05), true));
    ASSERT_TRUE(session_->open(chest("second.glb", 0.02), true));
    session_->forget_history();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& file : session_->scene().worn()) list.push_back(file->name);
    return list;
  }
  double chest_moved() {
    EXPECT_TRUE(session_->update(0.0));
    const JointIndex joint = character_->skeleton.find("mChest");
    const auto& offset = session_->scene().state().offsets.position[static_cast<std::size_t>(joint)];
    return offset ? offset->value.x - character_->skeleton[joint].default_position.x : 0.0;
  }
  const Wearing& how(std::size_t index) const { return *session_->scene().worn()[index]; }
};

using Names = std::vector<std::string>;

TEST_F(WornListTest, TakenOffAndPutOnAgainItIsTheSameFileWornTheSameWay) {
  if (!character_) return;
  wear_two();
  session_->set_look(0, {1.0f, 0.5f, 0.25f}, 0.5f);
  const WornFile* file = session_->scene().worn()[0].get();
  session_->take_off(0);
  EXPECT_EQ(names(), Names{"second.glb"});
  EXPECT_NEAR(chest_moved(), 0.02, 1e-6);
  session_->undo();
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_EQ(session_->scene().worn()[0].get(), file);
  EXPECT_EQ(how(0).opacity, 0.5f);
  EXPECT_TRUE(how(0).joint_positions);
  ASSERT_TRUE(session_->update(0.0)) << "its vertices are still on the device";
  session_->redo();
  EXPECT_EQ(names(), Names{"second.glb"});
}

TEST_F(WornListTest, WhatNoStepHoldsAnyLongerIsGivenBack) {
  if (!character_) return;
  wear_two();
  const std::weak_ptr<WornFile> file = session_->scene().worn()[0];
  session_->take_off(0);
  EXPECT_FALSE(file.expired());
  session_->forget_history();
  EXPECT_TRUE(file.expired());
}

TEST_F(WornListTest, TheLowerOneWinsAndMovingChangesThat) {
  if (!character_) return;
  wear_two();
  EXPECT_NEAR(chest_moved(), 0.02, 1e-6);
  auto conflicts = worn_conflicts(session_->scene());
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].winner, 1u);
  EXPECT_EQ(conflicts[0].joints, std::vector<std::string>{"mChest"});
  EXPECT_NEAR(conflicts[0].apart, 0.03, 1e-6);
  EXPECT_EQ(conflicts[0].text(session_->scene()),
            "mChest: second.glb wins over first.glb, up to 30.0 mm apart");
  session_->move_worn(0, 1);
  EXPECT_EQ(session_->history().undo_name(), "Move first.glb down");
  EXPECT_NEAR(chest_moved(), 0.05, 1e-6);
  session_->undo();
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_NEAR(chest_moved(), 0.02, 1e-6);
  session_->use_joint_positions(1, false);
  EXPECT_NEAR(chest_moved(), 0.05, 1e-6);
  EXPECT_TRUE(worn_conflicts(session_->scene()).empty());
}

TEST_F(WornListTest, EverySwitchIsAStepWithAName) {
  if (!character_) return;
  wear_two();
  session_->show_worn(0, false);
  EXPECT_EQ(session_->history().undo_name(), "Hide first.glb");
  session_->use_joint_positions(0, false);
  EXPECT_EQ(session_->history().undo_name(), "Joint positions of first.glb off");
  EXPECT_EQ(session_->scene().worn()[0]->position_count, 1u) << "the tick can be used";
  session_->lock_scale(1, true);
  EXPECT_EQ(session_->history().undo_name(), "Lock scale of second.glb on");
  for (int i = 0; i < 3; ++i) session_->undo();
  EXPECT_FALSE(session_->history().can_undo());
  EXPECT_TRUE(how(0).visible);
  EXPECT_TRUE(how(0).joint_positions);
  EXPECT_FALSE(how(1).lock_scale);
  session_->show_worn(0, true);
  EXPECT_FALSE(session_->history().can_undo()) << "nothing changed";
}

TEST_F(WornListTest, LockedJointsNoLongerFollowThickness) {
  if (!character_) return;
  ASSERT_TRUE(session_->open(chest("one.glb", 0.05), true));
  const auto joint = static_cast<std::size_t>(character_->skeleton.find("mChest"));
  EXPECT_NEAR(chest_moved(), 0.05, 1e-6);
  EXPECT_FALSE(session_->scene().state().offsets.scale[joint]);
  session_->lock_scale(0, true);
  ASSERT_TRUE(session_->update(0.0));
  EXPECT_TRUE(session_->scene().state().offsets.scale[joint]);
}

TEST_F(WornListTest, OneDragOfTheOpacityIsOneStep) {
  if (!character_) return;
  wear_two();
  session_->begin_look();
  for (const float opacity : {0.9f, 0.7f, 0.4f}) session_->set_look(0, Vec3f(1.0f), opacity);
  EXPECT_EQ(session_->history().done(), 1u);
  session_->begin_look();
  session_->set_look(0, Vec3f(1.0f), 0.2f);
  EXPECT_EQ(session_->history().done(), 2u);
  session_->undo();
  EXPECT_EQ(how(0).opacity, 0.4f);
  session_->undo();
  EXPECT_EQ(how(0).opacity, 1.0f);
}

TEST_F(WornListTest, FilesDroppedTogetherAreOneStepAndOneSummary) {
  if (!character_) return;
  for (const char* name : {"mannequin", "top"}) ASSERT_TRUE(session_->wear_builtin(name));
  ASSERT_TRUE(io::write_file(folder_ / "notes.txt", std::string_view("hello")));
  ASSERT_TRUE(io::write_file(folder_ / "tall.json", std::string_view(R"({"params": {"33": 2.0}})")));
  const std::vector<std::filesystem::path> paths = {chest("a.glb", 0.05), folder_ / "tall.json",
                                                    folder_ / "notes.txt", chest("b.glb", 0.0)};
  session_->open_all(paths);
  EXPECT_EQ(session_->messages().back().text, "3 taken, 1 not: notes.txt");
  EXPECT_EQ(names(), (Names{"mannequin.glb", "a.glb", "b.glb"})) << "the body stays, the clothes go";
  ASSERT_EQ(session_->history().done(), 1u);
  EXPECT_EQ(session_->history().undo_name(), "Open 3 files");
  session_->undo();
  EXPECT_EQ(names(), (Names{"mannequin.glb", "top.glb"}));
  EXPECT_TRUE(session_->scene().choice().sliders.empty());
  // What stood in before does so again.
  ASSERT_TRUE(session_->open(chest("c.glb", 0.0), false));
  EXPECT_EQ(names(), (Names{"mannequin.glb", "c.glb"}));
  EXPECT_EQ(session_->history().undo_name(), "Wear c.glb");
}

TEST_F(WornListTest, WhatIsBuiltInIsChangedWithTheSex) {
  if (!character_) return;
  for (const char* name : {"mannequin", "top"}) ASSERT_TRUE(session_->wear_builtin(name));
  ASSERT_FALSE(session_->wear_builtin("hat"));
  session_->forget_history();
  const auto counts = [&] {
    std::vector<std::size_t> list;
    for (const auto& file : session_->scene().worn()) list.push_back(file->vertex_count());
    return list;
  };
  const std::vector<std::size_t> female = counts();
  session_->set_sex(Sex::male);
  EXPECT_EQ(names(), (Names{"mannequin.glb", "top.glb"}));
  EXPECT_NE(counts()[0], female[0]);
  EXPECT_NE(counts()[1], female[1]);
  EXPECT_EQ(session_->history().done(), 1u);
  session_->undo();
  EXPECT_EQ(counts(), female);
  // They still only stand in.
  session_->set_sex(Sex::male);
  ASSERT_TRUE(session_->open(chest("mine.glb", 0.0), false));
  EXPECT_EQ(names(), (Names{"mannequin.glb", "mine.glb"}));
}

TEST_F(WornListTest, AReplacementTakesThePlaceAndTheSwitches) {
  if (!character_) return;
  wear_two();
  session_->set_look(0, {0.5f, 1.0f, 1.0f}, 0.6f);
  ASSERT_TRUE(session_->replace_worn(0, chest("third.glb", 0.01)));
  EXPECT_EQ(names(), (Names{"third.glb", "second.glb"}));
  EXPECT_EQ(session_->history().undo_name(), "Replace first.glb by third.glb");
  EXPECT_EQ(how(0).opacity, 0.6f);
  EXPECT_TRUE(how(0).joint_positions);
  const std::size_t steps = session_->history().done();
  ASSERT_TRUE(io::write_file(folder_ / "broken.glb", std::string_view("glTF")));
  EXPECT_FALSE(session_->replace_worn(0, folder_ / "broken.glb"));
  EXPECT_EQ(session_->messages().back().kind, Message::Kind::error);
  EXPECT_EQ(session_->history().done(), steps);
  session_->undo();
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
}

TEST_F(WornListTest, WhatIsNoMeshTakesNoRow) {
  if (!character_) return;
  wear_two();
  ASSERT_TRUE(io::write_file(folder_ / "tall.json", std::string_view(R"({"params": {"33": 2.0}})")));
  ASSERT_TRUE(io::write_file(folder_ / "notes.txt", std::string_view("hello")));
  ASSERT_TRUE(session_->replace_worn(0, folder_ / "tall.json"));
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_EQ(session_->shape_name(), "tall.json");
  EXPECT_EQ(session_->history().undo_name(), "Shape tall.json");
  ASSERT_FALSE(session_->replace_worn(0, folder_ / "notes.txt"));
  const std::string refused = session_->messages().back().text;
  ASSERT_FALSE(session_->open(folder_ / "notes.txt", false));
  EXPECT_EQ(session_->messages().back().text, refused);
}

TEST_F(WornListTest, ADragOfASliderThatIsCancelledWasNever) {
  if (!character_) return;
  const ParameterDesc& height = character_->appearance[character_->appearance.find(33)];
  session_->set_slider(height, 80.0);
  session_->begin_slider(height);
  session_->move_slider(height, 90.0);
  session_->move_slider(height, 95.0);
  session_->cancel_slider(height);
  EXPECT_NEAR(percent_from_weight(height, session_->scene().weight(height)), 80.0, 1e-9);
  EXPECT_EQ(session_->history().done(), 1u);
  EXPECT_FALSE(session_->history().can_redo());
  session_->cancel_slider(height);
  EXPECT_EQ(session_->history().done(), 1u) << "nothing was dragged";
}

TEST_F(WornListTest, HistoryIsJumpedInBothWays) {
  if (!character_) return;
  wear_two();
  const ParameterDesc& height = character_->appearance[character_->appearance.find(33)];
  session_->set_slider(height, 80.0);
  session_->take_off(1);
  session_->set_sex(Sex::male);
  const History& history = session_->history();
  ASSERT_EQ(history.size(), 3u);
  EXPECT_EQ(history.name(1), "Take off second.glb");
  session_->jump_in_history(0);
  EXPECT_EQ(names(), (Names{"first.glb", "second.glb"}));
  EXPECT_FALSE(session_->scene().edited(height));
  EXPECT_EQ(history.name(1), "Take off second.glb") << "undone steps keep their place";
  session_->jump_in_history(2);
  EXPECT_EQ(names(), Names{"first.glb"});
  EXPECT_TRUE(session_->scene().edited(height));
  EXPECT_EQ(session_->scene().sex(), Sex::female);
  session_->jump_in_history(9);
  EXPECT_EQ(history.done(), 2u);
}

TEST_F(WornListTest, TwoHundredStepsAreKept) {
  if (!character_) return;
  const ParameterDesc& height = character_->appearance[character_->appearance.find(33)];
  for (int i = 0; i < 250; ++i) session_->set_slider(height, i % 2 == 0 ? 10.0 : 20.0);
  EXPECT_EQ(session_->history().size(), History::kSteps);
}

TEST_F(WornListTest, PutOnAgainItIsAsItWasSavedMeanwhile) {
  if (!character_) return;
  wear_two();
  session_->take_off(0);
  chest("first.glb", 0.09);
  std::filesystem::last_write_time(folder_ / "first.glb",
                                   std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  session_->undo();
  session_->use_joint_positions(1, false);
  EXPECT_NEAR(chest_moved(), 0.09, 1e-6);
}

}  // namespace
}  // namespace mannequin::preview
