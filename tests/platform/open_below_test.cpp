#include "engine/platform/open_below.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/own_folder.h"

namespace mannequin {
namespace {

class OpenBelow : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "in" / "deep");
    std::ofstream(folder_ / "in" / "deep" / "file") << "mine";
    std::ofstream(folder_ / "outside") << "not mine";
    std::filesystem::create_symlink("../outside", folder_ / "in" / "out");
    std::filesystem::create_symlink("..", folder_ / "in" / "up");
  }

  std::string read(const char* name) {
    const Descriptor file = open_below(folder_ / "in", name);
    char text[20] = {};
    return file && ::read(*file, text, sizeof text - 1) > 0 ? text : "";
  }

  const std::filesystem::path folder_ = test::own_folder();
};

TEST_F(OpenBelow, OpensWhatIsBelow) { EXPECT_EQ(read("deep/file"), "mine"); }

TEST_F(OpenBelow, FollowsNoLinkOut) {
  for (const char* const name : {"out", "up/outside", "up/in/deep/file"}) {
    EXPECT_EQ(read(name), "") << name;
    EXPECT_TRUE(errno == EXDEV || errno == ELOOP || errno == ENOTDIR) << name << ": " << errno;
  }
}

TEST_F(OpenBelow, SaysThatThereIsNone) {
  EXPECT_FALSE(open_below(folder_ / "in", "none"));
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace mannequin
