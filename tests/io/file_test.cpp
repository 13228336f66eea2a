// Reading and writing whole files: existing data is never lost.
#include "engine/io/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "engine/io/companion.h"
#include "engine/io/regular_file.h"
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

TEST_F(FileTest, APipeIsRefusedWithoutWaitingForItsWriter) {
  const fs::path pipe = folder_ / "pipe.glb";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(pipe, folder_ / "link.glb");
  fs::create_symlink("/dev/zero", folder_ / "zero.glb");
  for (const char* name : {"pipe.glb", "link.glb", "zero.glb"}) {
    const auto bytes = read_regular_file(folder_ / name);
    ASSERT_FALSE(bytes) << name;
    EXPECT_NE(bytes.error().what.find("pipe or a device"), std::string::npos) << bytes.error().message();
  }
  ASSERT_TRUE(write_file(folder_ / "file.glb", std::string_view("text")));
  fs::create_symlink("file.glb", folder_ / "to_file.glb");
  EXPECT_TRUE(read_regular_file(folder_ / "to_file.glb"));
}

TEST_F(FileTest, OnlyTheBeginningIsRead) {
  ASSERT_TRUE(write_file(folder_ / "file.glb", std::string_view("glTF and more")));
  const auto start = [&](std::size_t most) {
    const auto bytes = read_regular_start(folder_ / "file.glb", most);
    EXPECT_TRUE(bytes);
    return std::string(as_text(*bytes));
  };
  EXPECT_EQ(start(4), "glTF");
  EXPECT_EQ(start(0), "");
  EXPECT_EQ(start(100), "glTF and more");
  EXPECT_FALSE(read_regular_start("/dev/zero", 4));
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

TEST_F(FileTest, ALinkThatDanglesStaysOne) {
  fs::create_directory(folder_ / "deep");
  fs::create_symlink("deep/new.json", folder_ / "link.json");
  fs::create_symlink("link.json", folder_ / "link to link.json");
  const Status status = write_file(folder_ / "link to link.json", std::string_view("new"));
  ASSERT_TRUE(status) << status.error().message();
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link to link.json"));
  EXPECT_EQ(text(folder_ / "deep/new.json"), "new");

  fs::create_symlink("circle.json", folder_ / "circle.json");
  EXPECT_FALSE(write_file(folder_ / "circle.json", std::string_view("lost")));
}

TEST_F(FileTest, MayHaveTheLongestNameThereIs) {
  const fs::path path = folder_ / std::string(255, 'n');
  for (const std::string_view what : {"first", "second"}) {
    const Status status = write_file(path, what);
    ASSERT_TRUE(status) << status.error().message();
    EXPECT_EQ(text(path), what);
  }
  EXPECT_EQ(files(), 1u);
}

// A program that is killed while it writes leaves its half file; the next one that writes the same cleans up.
TEST_F(FileTest, WhatAKilledWriterLeftIsRemoved) {
  const fs::path path = folder_ / "saved.json";
  const std::string whole(std::size_t{1} << 22, 'w');
  for (int kills = 0; kills < 10; ++kills) {
    const pid_t writer = fork();
    ASSERT_GE(writer, 0);
    if (writer == 0)
      for (;;) (void)write_file(path, whole);
    std::this_thread::sleep_for(std::chrono::milliseconds(15));
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    if (fs::exists(path)) {
      EXPECT_EQ(text(path).size(), whole.size()) << "never half a file";
    }
  }
  ASSERT_TRUE(write_file(path, whole));
  EXPECT_EQ(files(), 1u) << "nothing is left beside it";
}

// A limit on the size of files sends a signal that would end the program.
TEST_F(FileTest, ALimitOnTheSizeOfFilesIsAnError) {
  const fs::path path = folder_ / "large.json";
  ASSERT_TRUE(write_file(path, std::string_view("old")));
  const pid_t writer = fork();
  ASSERT_GE(writer, 0);
  if (writer == 0) {
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    const Status status = write_file(path, std::string(100'000, 'x'));
    _exit(!status && status.error().code == ErrorCode::cannot_write ? 0 : 1);
  }
  int ended = 0;
  waitpid(writer, &ended, 0);
  EXPECT_TRUE(WIFEXITED(ended) && WEXITSTATUS(ended) == 0) << "ended with " << ended;
  EXPECT_EQ(text(path), "old");
  EXPECT_EQ(files(), 1u);
}

// What one file names of another: only a file, only below, and without waiting.
TEST_F(FileTest, BelowAFolderOnlyFilesAreRead) {
  const fs::path inside = folder_ / "inside";
  fs::create_directories(inside / "textures");
  ASSERT_TRUE(write_file(inside / "textures/a.png", std::string_view("pixels")));
  ASSERT_TRUE(write_file(folder_ / "secret.txt", std::string_view("secret")));
  const auto read = read_companion(inside, "textures/a.png");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(as_text(*read), "pixels");

  ASSERT_EQ(mkfifo((inside / "pipe.png").c_str(), 0600), 0);
  fs::create_symlink("../secret.txt", inside / "out.png");
  fs::create_symlink(folder_, inside / "up");
  fs::create_symlink("/dev/zero", inside / "zero.png");
  for (const char* name : {"pipe.png", "out.png", "up/secret.txt", "zero.png", "textures", "missing.png"}) {
    const auto refused = read_companion(inside, name);
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().code, ErrorCode::cannot_read);
    EXPECT_EQ(refused.error().where, (inside / name).string());
  }
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

TEST_F(FileTest, ANameWithANulIsNoOtherFiles) {
  const fs::path path = folder_ / "shape.json", longer = path.string() + std::string("\0.glb", 5);
  ASSERT_TRUE(write_file(path, std::string_view("kept")));
  const auto bytes = read_file(longer);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::cannot_read);
  EXPECT_FALSE(read_regular_file(longer));
  const Status status = write_file(longer, std::string_view("lost"));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::cannot_write);
  EXPECT_EQ(text(path), "kept");
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
