// The side A of a comparison: what a swap exchanges, what undo brings back, and what files were before.
#include "tools/document/comparison.h"

#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class SideATest : public DocumentTest {
 protected:
  using Differs = Comparison::Differs;
  using Names = std::vector<std::string>;
  static constexpr int kHeight = 33, kBodyFat = 637;

  static Names names_of(const DressedAvatar& avatar) {
    Names names;
    for (const auto& file : avatar.worn()) names.push_back(file->name);
    return names;
  }
  Comparison& comparison() { return document_->comparison; }
  const DressedAvatar& b() { return document_->avatar(); }
  const DressedAvatar& a() {
    comparison().need(true);
    document_->update(0.0);
    return *comparison().other();
  }
  double slider(const DressedAvatar& avatar, int id) { return avatar.weight(parameter(id)); }
  void wear(const char* joint, const std::string& name) {
    ASSERT_TRUE(document_->files.open(write_mesh(test::box_on(character_.skeleton, joint, {}), name), false));
  }
  Pose bent() {
    Pose pose;
    pose.set_rotation(character_.skeleton, character_.skeleton.find("mHipLeft"),
                      Quat(0.9, 0.0, 0.43589, 0.0));
    return pose;
  }
  std::string last_message() { return document_->messages().list().back().text; }
  // Sees what the file was before on A, and something else on B.
  void expect_before(const Comparison::Geometry& before, const std::string& name) {
    comparison().set_differs(Differs::file);
    EXPECT_EQ(a().worn()[0]->geometry(), before);
    EXPECT_NE(b().worn()[0]->geometry(), before);
    EXPECT_TRUE(comparison().name(b()).starts_with(name)) << comparison().name(b());
  }
};

TEST_F(SideATest, OutfitsAreSwappedAndUndoBringsBothBack) {
  wear("mChest", "vest.glb");
  wear("mHead", "hat.glb");
  const Names both = names_of(b());
  comparison().set_differs(Differs::worn);
  document_->set_a_to_current();
  document_->wardrobe.take_off(both.size() - 1);
  const Names fewer = names_of(b());
  ASSERT_NE(fewer, both);
  document_->swap_a_and_b();
  EXPECT_EQ(names_of(b()), both);
  EXPECT_EQ(names_of(a()), fewer);
  document_->undo();
  EXPECT_EQ(names_of(b()), fewer);
  EXPECT_EQ(names_of(a()), both);
  document_->redo();
  EXPECT_EQ(names_of(b()), both);
  EXPECT_EQ(names_of(a()), fewer);
  document_->swap_a_and_b();
  EXPECT_EQ(names_of(b()), fewer);
  EXPECT_EQ(names_of(a()), both) << "a second swap is as good as undo";
}

TEST_F(SideATest, UndoOfASwapBringsBackTheDefaultShapeOfA) {
  const double standard = slider(b(), kBodyFat);
  document_->sliders.set(parameter(kBodyFat), 50.0);
  const double fat = slider(b(), kBodyFat);
  ASSERT_NE(fat, standard);
  const std::string name = comparison().name(b());
  document_->swap_a_and_b();
  EXPECT_EQ(slider(b(), kBodyFat), standard);
  EXPECT_EQ(slider(a(), kBodyFat), fat);
  document_->undo();
  EXPECT_EQ(slider(b(), kBodyFat), fat);
  EXPECT_EQ(slider(a(), kBodyFat), standard);
  EXPECT_EQ(comparison().name(b()), name);
  document_->redo();
  EXPECT_EQ(slider(b(), kBodyFat), standard);
  EXPECT_EQ(slider(a(), kBodyFat), fat);
}

TEST_F(SideATest, UndoOfASwapBringsBackThePoseOfA) {
  comparison().set_differs(Differs::pose);
  document_->posing.set("bent", bent());
  document_->swap_a_and_b();
  EXPECT_EQ(b().choice().pose_name, "T");
  EXPECT_FALSE(a().choice().pose.rotations.empty());
  document_->undo();
  EXPECT_EQ(b().choice().pose_name, "bent");
  EXPECT_TRUE(a().choice().pose.rotations.empty());
  EXPECT_EQ(comparison().name(b()), "pose T");
}

// Only that is in sight.
TEST_F(SideATest, ASwapExchangesOnlyWhatTheyDifferIn) {
  wear("mChest", "vest.glb");
  const Names vest = names_of(b());
  document_->posing.set("bent", bent());
  document_->set_a_to_current();
  document_->posing.set("T", {});
  document_->sliders.set(parameter(kHeight), 70.0);
  document_->wardrobe.take_off(vest.size() - 1);
  comparison().set_differs(Differs::shape);
  document_->swap_a_and_b();
  EXPECT_EQ(b().choice().pose_name, "T");
  EXPECT_NE(names_of(b()), vest);
  comparison().set_differs(Differs::pose);
  EXPECT_EQ(comparison().name(b()), "pose bent");
  comparison().set_differs(Differs::worn);
  EXPECT_EQ(names_of(a()), vest);
}

TEST_F(SideATest, SeveralSwapsAreUndoneAtOnce) {
  const double standard = slider(b(), kHeight);
  document_->sliders.set(parameter(kHeight), 70.0);
  const double tall = slider(b(), kHeight);
  document_->swap_a_and_b();
  comparison().set_differs(Differs::pose);
  document_->posing.set("bent", bent());
  document_->swap_a_and_b();
  document_->jump_in_history(1);
  EXPECT_EQ(slider(b(), kHeight), tall);
  EXPECT_EQ(comparison().name(b()), "pose T");
  comparison().set_differs(Differs::shape);
  EXPECT_EQ(slider(a(), kHeight), standard);
  document_->jump_in_history(document_->history().size());
  EXPECT_EQ(slider(b(), kHeight), standard);
  EXPECT_EQ(slider(a(), kHeight), tall);
  comparison().set_differs(Differs::pose);
  EXPECT_EQ(comparison().name(b()), "pose bent");
}

TEST_F(SideATest, AnAThatWasSetSinceTheSwapStays) {
  document_->sliders.set(parameter(kHeight), 70.0);
  document_->swap_a_and_b();
  document_->sliders.set(parameter(kHeight), 30.0);
  const double small = slider(b(), kHeight);
  document_->set_a_to_current();
  document_->jump_in_history(0);
  EXPECT_EQ(slider(a(), kHeight), small);
  document_->jump_in_history(document_->history().size());
  EXPECT_EQ(slider(a(), kHeight), small);
}

TEST_F(SideATest, WhatCannotBeSwappedChangesNothingAndSaysWhy) {
  document_->sliders.set(parameter(kHeight), 70.0);
  const double tall = slider(b(), kHeight);
  document_->set_a_to_current();
  document_->sliders.set(parameter(kHeight), 30.0);
  const std::size_t steps = document_->history().size();
  for (const Differs differs : {Differs::file, Differs::modelled}) {
    comparison().set_differs(differs);
    document_->swap_a_and_b();
    EXPECT_NE(last_message().find("nothing to swap"), std::string::npos) << last_message();
  }
  EXPECT_EQ(document_->history().size(), steps);
  comparison().set_differs(Differs::shape);
  EXPECT_EQ(slider(a(), kHeight), tall);
  comparison().keep_default();
  comparison().set_differs(Differs::worn);
  document_->swap_a_and_b();
  EXPECT_NE(last_message().find("nothing to swap"), std::string::npos) << last_message();
  EXPECT_EQ(document_->history().size(), steps);
}

// Binding wears another object for the file.
TEST_F(SideATest, WhatAFileWasBeforeStaysWhenItIsBoundAfterwards) {
  const auto path = write_mesh(test::box_figure(character_.skeleton), "cloth.glb");
  ASSERT_TRUE(document_->files.open(path, false));
  const auto before = b().worn()[0]->geometry();
  write_mesh(test::divided(test::box_figure(character_.skeleton), 1), "cloth.glb");
  document_->files.reload_all();
  expect_before(before, "cloth.glb of ");
  document_->binding.run(0);
  for (int i = 0; i < 3000 && document_->binding.running(); ++i) {
    document_->update(0.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_TRUE(b().worn()[0]->unsaved) << last_message();
  expect_before(before, "cloth.glb of ");
  ASSERT_TRUE(document_->binding.save(0, folder_ / "bound.glb")) << last_message();
  expect_before(before, "cloth.glb of ");
}

}  // namespace
}  // namespace mannequin::document
