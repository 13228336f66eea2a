// Hostile files through every command: an answer, within
// memory and time limits, and no unreadable output.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "tests/hostile/budget.h"
#include "tests/hostile/crafted_files.h"
#include "tests/hostile/limited_run.h"

namespace mannequin::test {
namespace {

class HostileFiles : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("mannequin_hostile_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    files_ = write_crafted_files(folder_);
    ASSERT_GE(files_.size(), 12u);
    for (const CraftedFile& recorded : copy_recorded_files(folder_)) files_.push_back(recorded);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // The arguments for a file of this kind; empty if the command does not take such files.
  std::vector<std::string> arguments(const CraftedFile& file) const {
    using Kind = CraftedFile::Kind;
    const std::string command = GetParam(), path = file.path.string();
    if (command == "joints") {
      const std::map<Kind, const char*> options = {
          {Kind::pose, "--pose"}, {Kind::shape, "--shape"}, {Kind::character, "--character"}};
      const auto found = options.find(file.kind);
      if (found == options.end()) return {};
      return {"joints", found->second, path};
    }
    if (file.kind != Kind::mesh) return {};
    if (command == "skin") return {"skin", path, "-o", output(".glb")};
    if (command == "convert to glb") return {"convert", path, output(".glb")};
    if (command == "convert to slm") return {"convert", path, output(".slm"), "--joint-positions", "on"};
    if (command == "preview")
      return {"preview", path, "--screenshot", output(".png"), "--size", "320x240", "--outfit", "none"};
    // Watched, all comparisons would take longer than a run may: some of them read the file just as well.
    if (command == "verify" && program_is_checked()) return {"verify", path, "--shard", "1/100"};
    return {command, path};
  }
  std::string output(const char* ending) const { return (folder_ / "written").string() + ending; }

  std::filesystem::path folder_;
  std::vector<CraftedFile> files_;
};

TEST_P(HostileFiles, AreAnsweredWithinABudget) {
  const bool preview = GetParam() == std::string("preview");
  if (preview && run_limited({"preview", "--help"}, folder_).exit_code != 0) GTEST_SKIP() << "no window";
  std::size_t most_bytes = 0, answered = 0;
  double most_seconds = 0.0;
  for (const CraftedFile& file : files_) {
    const std::vector<std::string> call = arguments(file);
    if (call.empty()) continue;
    for (const char* ending : {".glb", ".slm", ".png"}) std::filesystem::remove(output(ending));
    const LimitedRun run = run_limited(call, folder_);
    const std::string name = file.path.filename().string();
    EXPECT_EQ(run.signal, 0) << name << ": " << run.err.substr(0, 500);
    if (preview && run.exit_code == 4) GTEST_SKIP() << "no OpenGL: " << run.err;
    EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1 || run.exit_code == 3)
        << name << ": " << run.exit_code << ": " << run.err.substr(0, 500);
    if (run.exit_code == 3) {
      EXPECT_NE(run.err.find("mannequin: "), std::string::npos) << name;
    }
    if (file.refused) {
      EXPECT_NE(run.exit_code, 0) << name;
    }
    if (!program_is_checked()) {
      EXPECT_LT(run.peak_bytes, kPeakBytes) << name;
      EXPECT_LT(run.cpu_seconds, cpu_budget(run.cpu_seconds)) << name;
    }
    most_bytes = std::max(most_bytes, run.peak_bytes);
    most_seconds = std::max(most_seconds, run.cpu_seconds);
    ++answered;
    for (const char* ending : {".glb", ".slm"}) {
      if (!std::filesystem::exists(output(ending))) continue;
      const auto read = io::read_bound_mesh(output(ending));
      EXPECT_TRUE(read) << name << " became what cannot be read: " << read.error().message();
    }
  }
  EXPECT_GE(answered, 3u);
  RecordProperty("files", static_cast<int>(answered));
  RecordProperty("peak_megabytes", static_cast<int>(most_bytes / 1'000'000));
  RecordProperty("cpu_milliseconds", static_cast<int>(most_seconds * 1000.0));
}

INSTANTIATE_TEST_SUITE_P(Commands, HostileFiles,
                         testing::Values("inspect", "check", "skin", "convert to glb", "convert to slm",
                                         "verify", "joints", "preview"),
                         [](const auto& command) {
                           std::string name = command.param;
                           std::erase(name, ' ');
                           return name;
                         });

TEST(FullDisks, EndWithAnErrorThatNamesTheFile) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("mannequin_full_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto body = (std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "assets" / "mannequin.glb").string();
  RunLimits limits;
  limits.file_bytes = 100'000;  // a larger one means SIGXFSZ, which must not end the program
  const LimitedRun run = run_limited({"skin", body, "-o", "out.glb"}, folder, limits);
  EXPECT_EQ(run.signal, 0);
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_NE(run.err.find("out.glb"), std::string::npos) << run.err;
  std::size_t left = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    left += entry.path().filename().string().find("out.glb") != std::string::npos;
  EXPECT_EQ(left, 0u) << "half a file, or its temporary one";
  if (std::filesystem::exists("/dev/full")) {
    const LimitedRun full = run_limited({"skin", body, "-o", "/dev/full"}, folder);
    EXPECT_NE(full.exit_code, 0);
    EXPECT_EQ(full.signal, 0);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mannequin::test
