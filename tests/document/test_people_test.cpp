// The test people for trying clothes on.
#include "tools/document/test_people.h"

#include <set>

#include "tests/document/document_case.h"
#include "tools/document/other_sex.h"

namespace mannequin::document {
namespace {

class TestPeopleTest : public DocumentTest {};

TEST_F(TestPeopleTest, AreTwelveSixOfEachSexAndAllDiffer) {
  const auto people = builtin_people(character_.appearance);
  ASSERT_EQ(people.size(), 12u);
  EXPECT_EQ(std::ranges::count(people, Sex::male, &TestPerson::sex), 6);
  std::set<std::string> names;
  std::set<SliderValues> shapes;
  double lowest = 10.0, highest = 0.0;
  for (const TestPerson& person : people) {
    names.insert(person.name);
    shapes.insert(person.sliders);
    EXPECT_GT(person.sliders.size(), 6u) << person.name;
    for (const auto& [id, weight] : person.sliders) {
      const ParameterDesc& slider = parameter(id);
      EXPECT_EQ(slider.id, id) << person.name;
      EXPECT_GE(weight, slider.min) << person.name << ' ' << id;
      EXPECT_LE(weight, slider.max) << person.name << ' ' << id;
      EXPECT_TRUE(concerns(slider.sex, person.sex)) << person.name << ": " << slider.label;
    }
    const double height = evaluate_avatar(character_, {.sliders = person.sliders}).size.height;
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  EXPECT_EQ(names.size(), 12u);
  EXPECT_EQ(shapes.size(), 12u);
  EXPECT_GT(highest - lowest, 0.5);
}

TEST_F(TestPeopleTest, TakingOneIsAStepOfUndoAndNothingOfTheShapeBeforeStays) {
  document_->sliders.set(parameter(637), 90.0);
  const SliderValues before = document_->avatar().choice().sliders;
  const auto& people = document_->people.list();
  const auto slender = std::ranges::find(people, std::string("Slender"), &TestPerson::name);
  ASSERT_NE(slender, people.end());
  document_->people.take(static_cast<std::size_t>(slender - people.begin()));
  EXPECT_EQ(document_->avatar().choice().sliders, slender->sliders);
  EXPECT_EQ(document_->avatar().sex(), Sex::male);
  EXPECT_EQ(document_->history().undo_name(), "Shape of Slender");
  document_->undo();
  EXPECT_EQ(document_->avatar().choice().sliders, before);
  EXPECT_EQ(document_->avatar().sex(), Sex::female);
}

TEST_F(TestPeopleTest, TheOtherSexWearsItsOwnBuiltInThingsAndTheUsersAsTheyAre) {
  ASSERT_TRUE(document_->stand_in.wear_builtin_figure());
  ASSERT_TRUE(document_->stand_in.wear_builtin("top"));
  const auto box = write_mesh(test::box_on(character_.skeleton, "mHead", Vec3(0.0)), "hat.glb");
  ASSERT_TRUE(document_->files.open(box, false));
  ASSERT_TRUE(document_->stand_in.wear_builtin("trousers"));
  document_->compute();
  const DressedAvatar& present = document_->avatar();
  OtherSex other;
  const auto man = other.follow(present, document_->stand_in);
  ASSERT_TRUE(man) << man.error().message();
  ASSERT_NE(*man, nullptr);
  EXPECT_EQ((*man)->sex(), Sex::male);
  ASSERT_EQ((*man)->worn().size(), present.worn().size());
  std::size_t exchanged = 0;
  for (std::size_t i = 0; i < present.worn().size(); ++i) {
    const WornFile &hers = *present.worn()[i], &his = *(*man)->worn()[i];
    EXPECT_NE(&hers, &his) << hers.name << ": one file cannot have two wearers";
    EXPECT_EQ(hers.path, his.path);
    if (!hers.stands_in) {
      EXPECT_EQ(hers.geometry(), his.geometry()) << hers.name;
      continue;
    }
    ++exchanged;
    const auto made = document_->stand_in.make_builtin(hers.path.stem().string(), Sex::male);
    ASSERT_TRUE(made);
    EXPECT_TRUE(std::ranges::equal(his.meshes.front()->mesh.positions(),
                                   made->file->meshes.front()->mesh.positions()))
        << hers.name;
    EXPECT_FALSE(
        std::ranges::equal(his.meshes.front()->mesh.positions(), hers.meshes.front()->mesh.positions()))
        << hers.name;
  }
  EXPECT_EQ(exchanged, 3u) << "body, hair, trousers";
  EXPECT_EQ(present.sex(), Sex::female) << "the present avatar stays";

  // Another tint is no other mesh: what is on the device stays there.
  const auto kept = (*man)->worn().front()->geometry();
  document_->wardrobe.set_look(0, Vec3f(1.0f), 0.5f);
  document_->compute();
  ASSERT_TRUE(other.follow(present, document_->stand_in));
  EXPECT_EQ((*man)->worn().front()->geometry(), kept);
  EXPECT_EQ((*man)->worn().front()->opacity, 0.5f);
}

TEST_F(TestPeopleTest, WhereNothingBuiltInIsWornBothSexesWearTheSame) {
  ASSERT_TRUE(
      document_->files.open(test::write_box_figure(character_.skeleton, folder_ / "body.glb"), false));
  document_->compute();
  OtherSex other;
  const auto same = other.follow(document_->avatar(), document_->stand_in);
  ASSERT_TRUE(same);
  EXPECT_EQ(*same, nullptr);
}

TEST_F(TestPeopleTest, ThoseOfOnesOwnFolderFollowAndWhatIsNoShapeIsNamed) {
  std::filesystem::create_directories(folder_ / "settings" / "people");
  Document kept(character_, AvatarInputs(), Settings(folder_ / "settings"));
  ASSERT_EQ(kept.people.list().size(), 12u);
  ASSERT_TRUE(io::write_file(kept.people.folder() / "Customer.json",
                             std::string_view(R"({"sex": "male", "params": {"33": 1.5}})")));
  ASSERT_TRUE(io::write_file(kept.people.folder() / "notes.txt", std::string_view("call her on Monday")));
  kept.people.read_folder();
  ASSERT_EQ(kept.people.list().size(), 13u);
  EXPECT_EQ(kept.people.list().back().name, "Customer");
  EXPECT_EQ(kept.people.list().back().sliders.at(33), 1.5);
  EXPECT_NE(kept.messages().list().back().text.find("notes.txt"), std::string::npos);
}

TEST_F(TestPeopleTest, AFolderThatWouldKeepTheWindowWaitingIsNotReadWhole) {
  std::filesystem::create_directories(folder_ / "settings" / "people");
  Document kept(character_, AvatarInputs(), Settings(folder_ / "settings"));
  const std::string shape = R"({"sex": "male", "params": {"33": 1.5}})";
  ASSERT_TRUE(io::write_file(kept.people.folder() / "a.json", std::string_view(shape)));
  // A shape still, by the rules of JSON.
  ASSERT_TRUE(
      io::write_file(kept.people.folder() / "b.json", shape + std::string(std::size_t{5} << 20, ' ')));
  ASSERT_TRUE(io::write_file(kept.people.folder() / "c.json", std::string_view(shape)));
  kept.people.read_folder();
  EXPECT_EQ(kept.people.list().size(), 14u) << "the small ones are there";
  EXPECT_NE(kept.messages().list().back().text.find("b.json"), std::string::npos);
}

}  // namespace
}  // namespace mannequin::document
