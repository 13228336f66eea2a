// Files with one fault each through every command: an
// answer with the reason, and no unreadable output.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "engine/io/bound_mesh.h"
#include "tests/hostile/crafted_files.h"
#include "tests/hostile/limited_run.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

class SpoiltFiles : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    MANNEQUIN_NEEDS_SHARED("fixtures/spoilt");
    folder_ = std::filesystem::temp_directory_path() /
              ("mannequin_spoilt_" + std::to_string(::getpid()) + "_" + GetParam());
    std::filesystem::create_directories(folder_);
    files_ = copy_spoilt_files(folder_);
    ASSERT_GE(files_.size(), 100u);
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  static std::vector<std::string> arguments(const std::string& path, const std::filesystem::path& folder) {
    const std::string command = GetParam(), out = (folder / "out").string();
    if (command == "skin") return {"skin", path, "-o", out + ".glb"};
    if (command == "convert") return {"convert", path, out + (path.ends_with(".dae") ? ".glb" : ".dae")};
    // One case of the hundred is enough to see whether its numbers can be computed.
    if (command == "verify") return {"verify", path, "--shard", "1/100", "--json", "--cpu-target", "scalar"};
    if (command == "preview")
      return {"preview", path, "--screenshot", out + ".png", "--size", "160x120", "--outfit", "none"};
    return {command, path};
  }

  // Each with a folder of its own.
  void take(const std::filesystem::path& file, const std::filesystem::path& folder) {
    const std::vector<std::string> call = arguments(file.string(), folder);
    const LimitedRun run = run_limited(call, folder);
    const std::string name = file.filename().string(), said = name + ": " + run.err.substr(0, 500);
    std::vector<std::string> unread;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const auto ending = entry.path().extension();
      if (ending != ".glb" && ending != ".dae") continue;
      if (const auto read = io::read_bound_mesh(entry.path()); !read)
        unread.push_back(read.error().message());
      std::filesystem::remove(entry.path());
    }
    const std::lock_guard lock(mutex_);
    if (run.exit_code == 4) {
      ++without_gl_;
      return;
    }
    EXPECT_EQ(run.signal, 0) << said;
    EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1 || run.exit_code == 3)
        << said << ", exit " << run.exit_code;
    if (run.exit_code == 3) {
      EXPECT_NE(run.err.find("mannequin: "), std::string::npos) << said;
    }
    for (const std::string& why : unread) ADD_FAILURE() << name << " became what cannot be read: " << why;
    ++(run.exit_code == 3 ? refused_ : taken_);
  }

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> files_;
  std::mutex mutex_;
  std::size_t taken_ = 0, refused_ = 0, without_gl_ = 0;
};

TEST_P(SpoiltFiles, AreAnswered) {
  const bool preview = GetParam() == std::string("preview");
  if (preview && run_limited({"preview", "--help"}, folder_).exit_code != 0) GTEST_SKIP() << "no window";
  // A sample, unless MANNEQUIN_EVERY_FILE is set: every file goes through the C library's readers, see
  // hostile_c_library_test. A picture takes a second.
  const std::size_t each = preview ? 8 : std::getenv("MANNEQUIN_EVERY_FILE") != nullptr ? 1 : 4;
  std::atomic<std::size_t> next = 0;
  const auto work = [&](std::size_t worker) {
    const auto folder = folder_ / std::to_string(worker);
    std::filesystem::create_directories(folder);
    for (std::size_t i = each * next++; i < files_.size(); i = each * next++) take(files_[i], folder);
  };
  std::vector<std::thread> workers;
  const std::size_t count = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  for (std::size_t worker = 0; worker < count; ++worker) workers.emplace_back(work, worker);
  for (std::thread& worker : workers) worker.join();
  if (without_gl_ > 0) GTEST_SKIP() << "no OpenGL";
  EXPECT_GE(taken_, 5u) << "some of them are sound";
  RecordProperty("taken", static_cast<int>(taken_));
  RecordProperty("refused", static_cast<int>(refused_));
}

INSTANTIATE_TEST_SUITE_P(Commands, SpoiltFiles,
                         testing::Values("inspect", "check", "skin", "convert", "verify", "preview"),
                         [](const auto& command) { return std::string(command.param); });

}  // namespace
}  // namespace mannequin::test
