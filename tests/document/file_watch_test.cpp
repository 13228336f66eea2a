#include "tools/document/file_watch.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/own_folder.h"

namespace mannequin::document {
namespace {

class FileWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = test::own_folder() / "watched.txt";
    write(path_, "first");
    watch_.follow({path_});
  }
  static void write(const std::filesystem::path& path, const char* text) { std::ofstream(path) << text; }

  std::vector<FileChange> look() { return watch_.look(now_ += FileWatch::kInterval); }

  FileWatch watch_;
  FileWatch::Clock::time_point now_{std::chrono::hours(1)};
  std::filesystem::path path_;
};

TEST_F(FileWatchTest, TellsASavedFileOnceItHoldsStill) {
  EXPECT_TRUE(look().empty());
  write(path_, "second");
  EXPECT_TRUE(look().empty()) << "seen, but it may still be written to";
  write(path_, "second, longer");
  EXPECT_TRUE(look().empty()) << "it was";
  const auto changes = look();
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].kind, FileChange::Kind::saved);
  EXPECT_EQ(changes[0].path, path_);
  EXPECT_TRUE(look().empty()) << "told once";
}

TEST_F(FileWatchTest, LooksOnlyNowAndThen) {
  look();
  write(path_, "second");
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(watch_.look(now_ + std::chrono::milliseconds(i)).empty());
  look();
  EXPECT_EQ(look().size(), 1u);
}

TEST_F(FileWatchTest, ReplacingByRenameCounts) {
  look();
  const auto other = path_.string() + ".new";
  write(other, "renamed over it");
  std::filesystem::rename(other, path_);
  look();
  EXPECT_EQ(look().size(), 1u);
}

TEST_F(FileWatchTest, TellsWhenAFileGoesAndWhenItComesBack) {
  std::filesystem::remove(path_);
  look();
  const auto gone = look();
  ASSERT_EQ(gone.size(), 1u);
  EXPECT_EQ(gone[0].kind, FileChange::Kind::gone);
  write(path_, "back");
  look();
  const auto back = look();
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].kind, FileChange::Kind::saved);
}

TEST_F(FileWatchTest, ForgetsWhatIsNoLongerOpen) {
  watch_.follow({});
  write(path_, "second");
  look();
  EXPECT_TRUE(look().empty());
}

}  // namespace
}  // namespace mannequin::document
