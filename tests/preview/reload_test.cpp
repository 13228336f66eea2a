// Files that change while the window shows them.
#include <chrono>
#include <filesystem>
#include <thread>

#include "tests/preview/session_case.h"

namespace mannequin::preview {
namespace {

class ReloadTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (!session_) return;
    mesh_ = SessionTest::write_mesh(test::box_figure(character_->skeleton), "reload_test_figure.glb");
    ASSERT_TRUE(session_->open(mesh_, false));
    ASSERT_TRUE(session_->update(0.0));
  }

  // Until what was written has held still.
  void look() {
    for (int i = 0; i < 3; ++i) session_->look_at_files(now_ += FileWatch::kInterval);
    ASSERT_TRUE(session_->update(0.0));
  }
  void write(const std::filesystem::path& path, std::string_view text) {
    ASSERT_TRUE(io::write_file(path, text));
  }
  void write_mesh(const BoundMeshDesc& desc) { SessionTest::write_mesh(desc, "reload_test_figure.glb"); }
  const WornFile& worn() { return *session_->scene().worn()[0]; }
  const std::string& told() { return session_->messages().back().text; }
  const ParameterDesc& height() { return character_->appearance[character_->appearance.find(33)]; }
  std::filesystem::path mesh_;
  FileWatch::Clock::time_point now_{std::chrono::hours(1)};
};

TEST_F(ReloadTest, AMeshIsReadAgainInPlace) {
  if (!character_) return;
  session_->set_slider(height(), 80.0);
  session_->camera().distance = 7.0;
  session_->scene().show(0, false);
  const Uuid id = worn().meshes[0]->id;
  const std::size_t before = worn().vertex_count();
  look();
  EXPECT_EQ(worn().vertex_count(), before) << "nothing was saved";
  write_mesh(test::box_on(character_->skeleton, "mHead", {}));
  look();
  EXPECT_EQ(worn().vertex_count(), 24u);
  EXPECT_NE(told().find("Reloaded reload_test_figure.glb, \u2212216 vertices"), std::string::npos) << told();
  EXPECT_EQ(worn().meshes[0]->id, id);
  EXPECT_FALSE(worn().visible);
  EXPECT_EQ(session_->camera().distance, 7.0);
  EXPECT_NEAR(percent_from_weight(height(), session_->scene().weight(height())), 80.0, 1e-9);
  EXPECT_TRUE(session_->history().can_undo()) << "a reload clears no step";
}

TEST_F(ReloadTest, ABrokenFileKeepsTheMeshUntilTheNextGoodSave) {
  if (!character_) return;
  const std::size_t before = worn().vertex_count();
  write(mesh_, "glTF, but not for long");
  look();
  EXPECT_EQ(worn().vertex_count(), before);
  EXPECT_FALSE(worn().problem.empty());
  EXPECT_EQ(session_->messages().back().kind, Message::Kind::error);
  EXPECT_FALSE(session_->scene().drawables().empty());
  write_mesh(test::box_figure(character_->skeleton));
  look();
  EXPECT_TRUE(worn().problem.empty());
  EXPECT_EQ(session_->messages().back().kind, Message::Kind::done);
}

TEST_F(ReloadTest, AFileThatGoesIsToldAndComesBack) {
  if (!character_) return;
  std::filesystem::remove(mesh_);
  look();
  EXPECT_TRUE(worn().gone);
  EXPECT_NE(told().find("no longer there"), std::string::npos) << told();
  write_mesh(test::box_figure(character_->skeleton));
  look();
  EXPECT_FALSE(worn().gone);
}

TEST_F(ReloadTest, AShapeIsReadAgainUnlessItsSlidersWereMoved) {
  if (!character_) return;
  const auto shape = folder_ / "reload_test.json";
  write(shape, R"({"params": {"33": 1.0}})");
  ASSERT_TRUE(session_->open(shape, false));
  EXPECT_FALSE(session_->shape_edited());
  write(shape, R"({"params": {"33": 1.25, "34": 0.5}})");
  look();
  EXPECT_EQ(session_->scene().weight(height()), 1.25);
  EXPECT_FALSE(session_->shape_edited());
  session_->set_slider(height(), 0.0);
  EXPECT_TRUE(session_->shape_edited());
  write(shape, R"({"params": {"33": 2.0}})");
  look();
  EXPECT_NEAR(percent_from_weight(height(), session_->scene().weight(height())), 0.0, 1e-9);
  EXPECT_EQ(session_->messages().back().kind, Message::Kind::warning);
}

TEST_F(ReloadTest, APoseIsReadAgainWhileItIsTheOneShown) {
  if (!character_) return;
  const auto pose = folder_ / "reload_pose.json";
  write(pose, R"({"rotations": {"mHead": [0, 0, 0, 1]}})");
  ASSERT_TRUE(session_->open(pose, false));
  write(pose, R"({"rotations": {"mHead": [0, 0, 0.5, 0.8660254]}})");
  look();
  const auto head = static_cast<std::size_t>(character_->skeleton.find("mHead"));
  EXPECT_NEAR(session_->scene().choice().pose.rotations[head]->z, 0.5, 1e-6);
  session_->set_pose("T", {});
  write(pose, R"({"rotations": {"mHead": [0, 0, 0, 1], "mNeck": [0, 0, 0, 1]}})");
  look();
  EXPECT_TRUE(session_->scene().choice().pose.rotations.empty());
}

TEST_F(ReloadTest, NothingIsReadWhileWatchingIsOff) {
  if (!character_) return;
  session_->view().watch_files = false;
  write_mesh(test::box_on(character_->skeleton, "mHead", {}));
  look();
  EXPECT_GT(worn().vertex_count(), 24u);
  session_->reload_files();
  EXPECT_EQ(worn().vertex_count(), 24u);
}

TEST_F(ReloadTest, ALargeMeshIsReadWhileTheWindowGoesOn) {
  if (!character_) return;
  session_->read_in_background_above(0);
  ASSERT_TRUE(session_->open(mesh_, false));
  EXPECT_NE(told().find("Reading reload_test_figure.glb"), std::string::npos) << told();
  EXPECT_EQ(session_->scene().worn().size(), 1u) << "not yet";
  bool more = true;
  for (int i = 0; i < 2000 && session_->scene().worn().size() < 2; ++i) {
    const auto updated = session_->update(0.01);
    ASSERT_TRUE(updated);
    more = *updated;
    EXPECT_TRUE(more) << "the window would go to sleep over it";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(session_->scene().worn().size(), 2u);
  EXPECT_NE(told().find("Wearing"), std::string::npos) << told();
  // A broken one is told when it turns out to be.
  write(folder_ / "broken.glb", "glTF but no more than that");
  ASSERT_TRUE(session_->open(folder_ / "broken.glb", false));
  for (int i = 0; i < 2000 && session_->messages().back().kind != Message::Kind::error; ++i) {
    ASSERT_TRUE(session_->update(0.01));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(session_->messages().back().kind, Message::Kind::error);
  ASSERT_EQ(session_->scene().worn().size(), 3u);
  EXPECT_TRUE(session_->scene().worn()[2]->refused());
}

}  // namespace
}  // namespace mannequin::preview
