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
    ASSERT_TRUE(session().open(path_, false));
    index_ = session().scene().worn().size() - 1;
  }
  // High with so many triangles, low with one.
  void write(std::size_t triangles) {
    using namespace test;
    ASSERT_TRUE(
        io::write_file(path_, asset_bytes({{"skin", Llsd(two_joint_skin())},
                                           {"high_lod", level(std::vector(triangles, triangle_face()))},
                                           {"low_lod", level({triangle_face()})}})));
  }
  const WornFile& worn() { return *session().scene().worn()[index_]; }

  std::filesystem::path path_;
  std::size_t index_ = 0;
};

TEST_F(WornLevelTest, AreCountedAndChosen) {
  EXPECT_EQ(worn().file->level_vertices, (std::array<std::size_t, 4>{0, 3, 0, 6}));
  EXPECT_EQ(worn().vertex_count(), 6u);
  const std::size_t steps = session().history().done();
  session().scene().wear_as(index_, {.tint = Vec3f(0.5f)});
  ASSERT_TRUE(session().show_level(index_, io::Lod::low));
  picture();
  EXPECT_EQ(worn().vertex_count(), 3u);
  EXPECT_EQ(worn().tint, Vec3f(0.5f)) << "worn as before";
  EXPECT_TRUE(worn().on_disk);
  EXPECT_EQ(worn().file->level_vertices[3], 6u) << "the others can be chosen still";
  EXPECT_EQ(session().history().done(), steps) << "how it is looked at is no step";
  EXPECT_NE(session().messages().back().text.find("low level of detail: 3 vertices"), std::string::npos)
      << session().messages().back().text;
}

TEST_F(WornLevelTest, StayWhenTheFileIsReadAgain) {
  ASSERT_TRUE(session().show_level(index_, io::Lod::low));
  write(3);
  session().reload_files();
  picture();
  EXPECT_EQ(worn().level, io::Lod::low);
  EXPECT_EQ(worn().vertex_count(), 3u);
  ASSERT_TRUE(session().show_level(index_, io::Lod::high));
  EXPECT_EQ(worn().vertex_count(), 9u);
}

TEST_F(WornLevelTest, CannotBeChosenOfAFileThatIsGone) {
  std::filesystem::remove(path_);
  EXPECT_FALSE(session().show_level(index_, io::Lod::low));
  EXPECT_EQ(session().messages().back().kind, Message::Kind::error);
  EXPECT_EQ(worn().level, io::Lod::high);
  EXPECT_EQ(worn().vertex_count(), 6u);
  picture();
}

}  // namespace
}  // namespace mannequin::preview
