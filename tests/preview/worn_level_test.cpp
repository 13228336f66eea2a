// Levels of detail of a worn mesh asset.
#include "engine/io/file.h"
#include "tests/io/asset_files.h"
#include "tests/preview/stage_case.h"

namespace mannequin::preview {
namespace {

class WornLevelTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (!stage_) return;
    path_ = folder_ / "levels.llmesh";
    write(2);
    ASSERT_TRUE(workspace().document.files.open(path_, false));
    index_ = workspace().document.avatar().worn().size() - 1;
  }
  // High with this many triangles, low with one.
  void write(std::size_t triangles) {
    using namespace test;
    ASSERT_TRUE(
        io::write_file(path_, asset_bytes({{"skin", Llsd(two_joint_skin())},
                                           {"high_lod", level(std::vector(triangles, triangle_face()))},
                                           {"low_lod", level({triangle_face()})}})));
  }
  const WornFile& worn() { return *workspace().document.avatar().worn()[index_]; }

  std::filesystem::path path_;
  std::size_t index_ = 0;
};

TEST_F(WornLevelTest, AreCountedAndChosen) {
  EXPECT_EQ(worn().file->level_vertices, (std::array<std::size_t, 4>{0, 3, 0, 6}));
  EXPECT_EQ(worn().vertex_count(), 6u);
  workspace().document.wardrobe.set_look(index_, Vec3f(0.5f), 1.0f);
  const std::size_t steps = workspace().document.history().done();
  ASSERT_TRUE(workspace().document.files.show_level(index_, io::Lod::low));
  picture();
  EXPECT_EQ(worn().vertex_count(), 3u);
  EXPECT_EQ(worn().tint, Vec3f(0.5f)) << "worn as before";
  EXPECT_TRUE(worn().on_disk);
  EXPECT_EQ(worn().file->level_vertices[3], 6u) << "the others can be chosen still";
  EXPECT_EQ(workspace().document.history().done(), steps) << "how it is looked at is no step";
  EXPECT_NE(workspace().document.messages().list().back().text.find("low level of detail: 3 vertices"),
            std::string::npos)
      << workspace().document.messages().list().back().text;
}

TEST_F(WornLevelTest, StayWhenTheFileIsReadAgain) {
  ASSERT_TRUE(workspace().document.files.show_level(index_, io::Lod::low));
  write(3);
  workspace().document.files.reload_all();
  picture();
  EXPECT_EQ(worn().reading.level, io::Lod::low);
  EXPECT_EQ(worn().vertex_count(), 3u);
  ASSERT_TRUE(workspace().document.files.show_level(index_, io::Lod::high));
  EXPECT_EQ(worn().vertex_count(), 9u);
}

TEST_F(WornLevelTest, AreReadWhileTheWindowGoesOn) {
  workspace().document.files.wait_for_reading(std::chrono::milliseconds(0));
  ASSERT_TRUE(workspace().document.files.show_level(index_, io::Lod::low));
  EXPECT_EQ(worn().vertex_count(), 6u) << "not yet";
  for (int i = 0; i < 2000 && workspace().document.files.reading(); ++i) picture();
  EXPECT_EQ(worn().vertex_count(), 3u);
  EXPECT_EQ(worn().reading.level, io::Lod::low);
}

TEST_F(WornLevelTest, CannotBeChosenOfAFileThatIsGone) {
  std::filesystem::remove(path_);
  EXPECT_FALSE(workspace().document.files.show_level(index_, io::Lod::low));
  EXPECT_EQ(workspace().document.messages().list().back().kind, Message::Kind::error);
  EXPECT_EQ(worn().reading.level, io::Lod::high);
  EXPECT_EQ(worn().vertex_count(), 6u);
  picture();
}

}  // namespace
}  // namespace mannequin::preview
