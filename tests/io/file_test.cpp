// Reading and writing whole files: what is there already loses nothing.
#include "engine/io/file.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/own_folder.h"

namespace mannequin::io {
namespace file_test {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  std::string text(const fs::path& path) {
    const auto bytes = read_file(path);
    EXPECT_TRUE(bytes) << bytes.error().message();
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
  }
  std::size_t files() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_ = test::own_folder();
};

TEST_F(FileTest, IsReplacedAndKeepsItsPermissions) {
  const fs::path path = folder_ / "shape.json";
  ASSERT_TRUE(write_file(path, std::string_view("first")));
  const auto wanted = fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read;
  fs::permissions(path, wanted);
  ASSERT_TRUE(write_file(path, std::string_view("second")));
  EXPECT_EQ(text(path), "second");
  EXPECT_EQ(fs::status(path).permissions(), wanted);
  EXPECT_EQ(files(), 1u) << "nothing is left beside it";
}

TEST_F(FileTest, NothingElseIsTouched) {
  ASSERT_TRUE(write_file(folder_ / "mesh.glb.part", std::string_view("precious")));
  ASSERT_TRUE(write_file(folder_ / "mesh.glb", std::string_view("mesh")));
  EXPECT_EQ(text(folder_ / "mesh.glb.part"), "precious");
  EXPECT_EQ(files(), 2u);
}

TEST_F(FileTest, ALinkStaysOne) {
  ASSERT_TRUE(write_file(folder_ / "real.json", std::string_view("old")));
  fs::create_symlink(folder_ / "real.json", folder_ / "link.json");
  ASSERT_TRUE(write_file(folder_ / "link.json", std::string_view("new")));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_EQ(text(folder_ / "real.json"), "new");
}

TEST_F(FileTest, AWriteProtectedOneIsNotReplaced) {
  const fs::path path = folder_ / "kept.json";
  ASSERT_TRUE(write_file(path, std::string_view("kept")));
  fs::permissions(path, fs::perms::owner_read);
  const Status status = write_file(path, std::string_view("lost"));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::cannot_write);
  EXPECT_NE(status.error().message().find("write-protected"), std::string::npos) << status.error().message();
  EXPECT_EQ(text(path), "kept");
}

TEST_F(FileTest, ADeviceIsWrittenTo) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  EXPECT_TRUE(write_file("/dev/null", std::string_view("gone")));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const Status full = write_file("/dev/full", std::string_view("too much"));
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::cannot_write);
}

TEST_F(FileTest, IsOneOfTwoThatAreWrittenAtOnce) {
  const fs::path path = folder_ / "race.bin";
  const std::string a(200000, 'a'), b(200000, 'b');
  const auto write = [&](const std::string& what) {
    for (int i = 0; i < 40; ++i) {
      const Status status = write_file(path, what);
      EXPECT_TRUE(status) << status.error().message();
    }
  };
  std::thread other([&] { write(b); });
  write(a);
  other.join();
  const std::string found = text(path);
  EXPECT_TRUE(found == a || found == b);
  EXPECT_EQ(files(), 1u);
}

}  // namespace file_test
}  // namespace mannequin::io
