// Files that change while the window shows them.
#include <chrono>
#include <filesystem>
#include <thread>

#include "tests/document/document_case.h"
#include "tests/io/small_clips.h"

namespace mannequin::document {
namespace {

class ReloadTest : public DocumentTest {
 protected:
  void SetUp() override {
    DocumentTest::SetUp();
    mesh_ = DocumentTest::write_mesh(test::box_figure(character_.skeleton), "reload_test_figure.glb");
    ASSERT_TRUE(document_->files.open(mesh_, false));
    document_->update(0.0);
  }

  // Until the written file has been stable.
  void look() {
    see();
    document_->update(0.0);
  }
  // The same, but what is read in the background is not used yet, however soon it is there.
  void see() {
    for (int i = 0; i < 3; ++i) document_->files.look(now_ += FileWatch::kInterval);
  }
  void write(const std::filesystem::path& path, std::string_view text) {
    ASSERT_TRUE(io::write_file(path, text));
  }
  void write_mesh(const BoundMeshDesc& desc) { DocumentTest::write_mesh(desc, "reload_test_figure.glb"); }
  const WornFile& worn() { return *document_->avatar().worn()[0]; }
  const std::string& told() { return document_->messages().list().back().text; }
  const ParameterDesc& height() { return character_.appearance[character_.appearance.find(33)]; }
  std::filesystem::path mesh_;
  FileWatch::Clock::time_point now_{std::chrono::hours(1)};
};

TEST_F(ReloadTest, AMeshIsReadAgainInPlace) {
  document_->sliders.set(height(), 80.0);
  document_->wardrobe.show(0, false);
  const Uuid id = worn().meshes[0]->id;
  const std::size_t before = worn().vertex_count();
  look();
  EXPECT_EQ(worn().vertex_count(), before) << "nothing was saved";
  write_mesh(test::box_on(character_.skeleton, "mHead", {}));
  look();
  EXPECT_EQ(worn().vertex_count(), 24u);
  EXPECT_NE(told().find("Reloaded reload_test_figure.glb, \u2212216 vertices"), std::string::npos) << told();
  EXPECT_EQ(worn().meshes[0]->id, id);
  EXPECT_FALSE(worn().visible);
  EXPECT_NEAR(percent_from_weight(height(), document_->avatar().weight(height())), 80.0, 1e-9);
  EXPECT_TRUE(document_->history().can_undo()) << "a reload clears no step";
}

TEST_F(ReloadTest, ABrokenFileKeepsTheMeshUntilTheNextGoodSave) {
  const std::size_t before = worn().vertex_count();
  write(mesh_, "glTF, but not for long");
  look();
  EXPECT_EQ(worn().vertex_count(), before);
  EXPECT_FALSE(worn().problem.empty());
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::error);
  EXPECT_FALSE(worn().refused());
  write_mesh(test::box_figure(character_.skeleton));
  look();
  EXPECT_TRUE(worn().problem.empty());
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::done);
}

TEST_F(ReloadTest, AFileThatGoesIsToldAndComesBack) {
  std::filesystem::remove(mesh_);
  look();
  EXPECT_TRUE(worn().gone);
  EXPECT_NE(told().find("no longer there"), std::string::npos) << told();
  write_mesh(test::box_figure(character_.skeleton));
  look();
  EXPECT_FALSE(worn().gone);
}

TEST_F(ReloadTest, AShapeIsReadAgainUnlessItsSlidersWereMoved) {
  const auto shape = folder_ / "reload_test.json";
  write(shape, R"({"params": {"33": 1.0}})");
  ASSERT_TRUE(document_->files.open(shape, false));
  EXPECT_FALSE(document_->shape_file.edited());
  write(shape, R"({"params": {"33": 1.25, "34": 0.5}})");
  look();
  EXPECT_EQ(document_->avatar().weight(height()), 1.25);
  EXPECT_FALSE(document_->shape_file.edited());
  document_->sliders.set(height(), 0.0);
  EXPECT_TRUE(document_->shape_file.edited());
  write(shape, R"({"params": {"33": 2.0}})");
  look();
  EXPECT_NEAR(percent_from_weight(height(), document_->avatar().weight(height())), 0.0, 1e-9);
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::warning);
}

TEST_F(ReloadTest, APoseIsReadAgainWhileItIsTheOneShown) {
  const auto pose = folder_ / "reload_pose.json";
  write(pose, R"({"rotations": {"mHead": [0, 0, 0, 1]}})");
  ASSERT_TRUE(document_->files.open(pose, false));
  write(pose, R"({"rotations": {"mHead": [0, 0, 0.5, 0.8660254]}})");
  look();
  const auto head = static_cast<std::size_t>(character_.skeleton.find("mHead"));
  EXPECT_NEAR(document_->avatar().choice().pose.rotations[head]->z, 0.5, 1e-6);
  document_->posing.set("T", {});
  write(pose, R"({"rotations": {"mHead": [0, 0, 0, 1], "mNeck": [0, 0, 0, 1]}})");
  look();
  EXPECT_TRUE(document_->avatar().choice().pose.rotations.empty());
}

TEST_F(ReloadTest, NothingIsReadWhileWatchingIsOff) {
  document_->files.watch(false);
  write_mesh(test::box_on(character_.skeleton, "mHead", {}));
  look();
  EXPECT_GT(worn().vertex_count(), 24u);
  document_->files.reload_all();
  EXPECT_EQ(worn().vertex_count(), 24u);
}

TEST_F(ReloadTest, ShapesPosesAndClipsAreReadWhileTheWindowGoesOn) {
  const auto shape = folder_ / "tall.json", pose = folder_ / "turned.json", clip = folder_ / "nod.bvh";
  write(shape, R"({"params": {"33": 2.0}})");
  write(pose, R"({"rotations": {"mHead": [0, 0, 0.5, 0.8660254]}})");
  write(clip, test::small_bvh());
  document_->files.read_in_background_above(0);
  const auto wait = [&] {
    for (int i = 0; i < 2000 && document_->files.reading(); ++i) {
      document_->update(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  };
  ASSERT_TRUE(document_->files.open(shape, false));
  ASSERT_TRUE(document_->files.open(pose, false));
  EXPECT_EQ(document_->files.being_read().size(), 2u);
  EXPECT_TRUE(document_->avatar().choice().sliders.empty()) << "not yet";
  wait();
  EXPECT_EQ(document_->avatar().choice().sliders.at(33), 2.0);
  EXPECT_EQ(document_->avatar().choice().pose_name, "turned.json");
  ASSERT_TRUE(document_->files.open(clip, false));
  EXPECT_FALSE(document_->timeline().has_clip());
  wait();
  EXPECT_TRUE(document_->timeline().has_clip());
  // The same when another program saves them.
  write(shape, R"({"params": {"33": 1.25}})");
  see();
  EXPECT_EQ(document_->files.being_read().size(), 1u);
  EXPECT_EQ(document_->avatar().choice().sliders.at(33), 2.0) << "not yet";
  wait();
  EXPECT_EQ(document_->avatar().choice().sliders.at(33), 1.25);
}

TEST_F(ReloadTest, AFileSavedWhileItIsReadIsReadAgain) {
  document_->files.read_in_background_above(0);
  const auto shape = folder_ / "tall.json";
  write(shape, R"({"params": {"33": 2.0}})");
  ASSERT_TRUE(document_->files.open(shape, false));
  see();
  // By then it has been read, although it is not used yet.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  write(shape, R"({"params": {"33": 1.25}})");
  see();
  wait_for_files();
  see();
  wait_for_files();
  EXPECT_EQ(document_->avatar().choice().sliders.at(33), 1.25);
}

TEST_F(ReloadTest, ASmallFileThatTakesLongIsReadWhileTheWindowGoesOn) {
  document_->files.wait_for_reading(std::chrono::milliseconds(0));
  const auto shape = folder_ / "tall.json";
  write(shape, R"({"params": {"33": 2.0}})");
  ASSERT_TRUE(document_->files.open(shape, false));
  EXPECT_TRUE(document_->avatar().choice().sliders.empty()) << "not yet";
  EXPECT_EQ(document_->files.being_read().size(), 1u);
  document_->files.reload_all();
  EXPECT_EQ(document_->files.being_read().size(), 2u) << "the mesh, too";
  wait_for_files();
  EXPECT_EQ(document_->avatar().choice().sliders.at(33), 2.0);
  // One that is there in time is used at once.
  document_->files.wait_for_reading(std::chrono::minutes(5));
  document_->update(0.0);
  write(shape, R"({"params": {"33": 1.0}})");
  ASSERT_TRUE(document_->files.open(shape, false));
  EXPECT_EQ(document_->avatar().choice().sliders.at(33), 1.0);
  EXPECT_FALSE(document_->files.reading());
}

TEST_F(ReloadTest, ADropOfFilesThatTakeLongIsOneStepAndItsSummaryIsTheLastWord) {
  document_->files.wait_for_reading(std::chrono::milliseconds(0));
  const auto another = folder_ / "another_figure.glb", shape = folder_ / "tall.json",
             notes = folder_ / "notes.txt";
  std::filesystem::copy_file(mesh_, another);
  write(shape, R"({"params": {"33": 2.0}})");
  write(notes, "no shape");
  const std::size_t steps = document_->history().size();
  const std::vector<std::filesystem::path> dropped{another, notes, shape};
  document_->files.open_all(dropped);
  EXPECT_EQ(document_->files.being_read().size(), 2u);
  EXPECT_EQ(told().find("Opened"), std::string::npos) << told();
  wait_for_files();
  EXPECT_EQ(told(), "Opened 2 files, but not notes.txt; remarks: see Messages") << "of two bodies";
  EXPECT_EQ(document_->history().size(), steps + 1);
  EXPECT_EQ(document_->history().undo_name(), "Open 2 files");
  document_->undo();
  EXPECT_EQ(document_->avatar().worn().size(), 1u);
  EXPECT_TRUE(document_->avatar().choice().sliders.empty());
  // What is done meanwhile stays a step of its own.
  document_->files.open_all(dropped);
  document_->sliders.set(parameter(637), 50.0);
  wait_for_files();
  EXPECT_EQ(document_->history().undo_name(), "Open 2 files");
  document_->undo();
  EXPECT_EQ(document_->avatar().worn().size(), 1u);
  EXPECT_EQ(document_->avatar().choice().sliders.count(637), 1u);
}

TEST_F(ReloadTest, ALargeMeshIsReadWhileTheWindowGoesOn) {
  document_->files.read_in_background_above(0);
  const auto another = folder_ / "another_figure.glb";
  std::filesystem::copy_file(mesh_, another);
  ASSERT_TRUE(document_->files.open(another, false));
  EXPECT_NE(told().find("Reading another_figure.glb"), std::string::npos) << told();
  EXPECT_EQ(document_->avatar().worn().size(), 1u) << "not yet";
  bool more = true;
  for (int i = 0; i < 2000 && document_->avatar().worn().size() < 2; ++i) {
    more = document_->update(0.01);
    EXPECT_TRUE(more) << "the window would go to sleep over it";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(document_->avatar().worn().size(), 2u);
  EXPECT_TRUE(std::ranges::any_of(document_->messages().list(), [](const Message& message) {
    return message.text.starts_with("Wearing another_figure.glb");
  }));
  // A broken one is reported once it turns out to be.
  write(folder_ / "broken.glb", "glTF but no more than that");
  ASSERT_TRUE(document_->files.open(folder_ / "broken.glb", false));
  for (int i = 0; i < 2000 && document_->messages().list().back().kind != Message::Kind::error; ++i) {
    document_->update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::error);
  ASSERT_EQ(document_->avatar().worn().size(), 3u);
  EXPECT_TRUE(document_->avatar().worn()[2]->refused());
}

}  // namespace
}  // namespace mannequin::document
