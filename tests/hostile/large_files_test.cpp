// A large file uses memory in proportion to its size, whatever its bytes.
#include "tests/hostile/large_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <ostream>
#include <string>

#include "tests/hostile/limited_run.h"

namespace mannequin::test {

// In the names of cases.
void PrintTo(const LargeFile& file, std::ostream* out);
void PrintTo(const LargeFile& file, std::ostream* out) { *out << file.name; }

namespace {

constexpr std::size_t kMostTimes = 10;

class LargeFiles : public testing::TestWithParam<LargeFile> {
 protected:
  void SetUp() override {
    if (program_is_checked()) GTEST_SKIP() << "checkers take memory of their own";
    folder_ = std::filesystem::temp_directory_path() / ("mannequin_large_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    const auto space = std::filesystem::space(folder_);
    if (space.available < 10 * kLargeBytes) GTEST_SKIP() << "needs 1 GB in " << folder_;
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  // FILE is the input, OUT the output.
  std::vector<std::string> arguments(std::vector<std::string> call) const {
    for (std::string& word : call) {
      if (word == "FILE") word = (folder_ / GetParam().name).string();
      if (word.starts_with("OUT")) word.replace(0, 3, (folder_ / "written").string());
    }
    return call;
  }

  std::filesystem::path folder_;
};

TEST_P(LargeFiles, TakeMemoryInProportion) {
  const auto path = folder_ / GetParam().name;
  ASSERT_TRUE(GetParam().write(path));
  const std::size_t bytes = std::filesystem::file_size(path);
  EXPECT_GT(bytes, kLargeBytes - kLargeBytes / 10);
  EXPECT_LT(bytes, kLargeBytes + kLargeBytes / 10);
  for (const std::vector<std::string>& call : GetParam().commands) {
    const LimitedRun run = run_limited(arguments(call), folder_, {.cpu_seconds = 120.0});
    const std::string& command = call.front();
    if (command == "preview" && (run.exit_code == 4 || run.exit_code == 2))
      continue;  // no OpenGL, or no window
    EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1 || run.exit_code == 3)
        << command << ": " << run.exit_code << ", signal " << run.signal << ": " << run.err.substr(0, 500);
    EXPECT_LT(run.peak_bytes, kMostTimes * bytes) << command << ": " << run.err.substr(0, 200);
    std::printf("%-14s %-8s %5zu MB %5.1f s, exit %d\n", GetParam().name.c_str(), command.c_str(),
                run.peak_bytes / 1'000'000, run.cpu_seconds, run.exit_code);
    std::fflush(stdout);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, LargeFiles, testing::ValuesIn(large_files()), [](const auto& file) {
  std::string name = file.param.name;
  name[name.find('.')] = '_';
  return name;
});

// Time in proportion, too: what each element looks for may not be looked for in the rest of the file.
TEST(LargeFileTime, ManyElementsBeforeALongText) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("mannequin_long_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    std::ofstream file(folder / "long.dae", std::ios::binary);
    file << "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><extra>\n";
    for (int i = 0; i < 200'000; ++i) file << "<a b=\"c\"/>\n";
    file << "<t>" << std::string(18'000'000, 'x') << "</t></extra></COLLADA>\n";
  }
  const LimitedRun run = run_limited({"inspect", "long.dae"}, folder, {.cpu_seconds = 60.0});
  std::filesystem::remove_all(folder);
  EXPECT_EQ(run.exit_code, 3) << "signal " << run.signal;
  EXPECT_NE(run.err.find("no triangles"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace mannequin::test
