// A large file uses memory in proportion to its size, whatever its bytes.
#include "tests/hostile/large_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/hostile/limited_run.h"
#include "tests/io/small_dae.h"

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
    std::size_t without = 0;  // what a picture of the built-in body takes
    if (command == "preview")
      without = run_limited(arguments({"preview", "--screenshot", "OUT.png", "--size", "320x240"}), folder_)
                    .peak_bytes;
    EXPECT_LT(run.peak_bytes, kMostTimes * bytes + without) << command << ": " << run.err.substr(0, 200);
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

// Time in proportion, too: neither what each element looks for in the rest of the file, nor each mesh among
// all the others, nor the body that weights come from made ready for each mesh.
struct LongFile {
  const char* name;
  std::string text;
  std::vector<std::string> command;
  int exit_code;
};

void PrintTo(const LongFile& file, std::ostream* out) { *out << file.name; }

std::string repeated(std::string_view unit, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += unit;
  return text;
}

// A triangle each, all of one name.
std::string gltf_of_meshes(int count) {
  std::string gltf =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"long.bin"}],)"
      R"("bufferViews":[{"buffer":0,"byteLength":36}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[)";
  gltf += repeated(R"({"name":"a","primitives":[{"attributes":{"POSITION":0}}]},)",
                   static_cast<std::size_t>(count));
  gltf.back() = ']';
  std::string nodes, roots;
  for (int i = 0; i < count; ++i) {
    nodes += fmt::format("{}{{\"mesh\":{}}}", i > 0 ? "," : "", i);
    roots += fmt::format("{}{}", i > 0 ? "," : "", i);
  }
  return gltf + R"(,"nodes":[)" + nodes + R"(],"scenes":[{"nodes":[)" + roots + R"(]}],"scene":0})";
}

std::vector<LongFile> long_files() {
  const std::string begin =
      "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><extra>\n";
  SmallDae entities;
  std::string declared = "<!DOCTYPE COLLADA [";
  for (int i = 0; i < 60'000; ++i) declared += fmt::format("<!ENTITY e{} \"x\">", i);
  entities.asset += "<contributor><author>" + repeated("&e59999;", 60'000) + "</author></contributor>";
  const auto with_entities = [&] {
    std::string text = entities.text();
    return text.insert(text.find("<COLLADA"), declared + "]>\n");
  };
  return {{"attributes",
           begin + repeated("<a b=\"c\"/>\n", 200'000) + "<t>" + std::string(18'000'000, 'x') +
               "</t></extra></COLLADA>\n",
           {"inspect", "attributes"},
           3},
          {"entities", with_entities(), {"inspect", "entities"}, 0},
          {"same_names", gltf_of_meshes(15'000), {"check", "same_names"}, 0},
          {"same_ids", gltf_of_meshes(15'000), {"convert", "same_ids", "written.dae"}, 0},
          {"bound", gltf_of_meshes(3'000), {"bind", "bound", "-o", "written.glb"}, 0}};
}

class LongFiles : public testing::TestWithParam<LongFile> {};

TEST_P(LongFiles, TakeTimeInProportion) {
  if (program_is_checked()) GTEST_SKIP() << "checkers take time of their own";
  const LongFile& file = GetParam();
  const auto folder =
      std::filesystem::temp_directory_path() / ("mannequin_long_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string name = file.name + std::string(file.text.front() == '{' ? ".gltf" : ".dae");
  std::ofstream(folder / name, std::ios::binary) << file.text;
  std::ofstream(folder / "long.bin", std::ios::binary)
      .write(reinterpret_cast<const char*>(std::array<float, 9>{0, 0, 1, 1, 0, 1, 0, 1, 1}.data()), 36);
  std::vector<std::string> command = file.command;
  std::ranges::replace(command, file.name, name);
  const LimitedRun run = run_limited(command, folder, {.cpu_seconds = 10.0});
  std::filesystem::remove_all(folder);
  EXPECT_EQ(run.exit_code, file.exit_code) << "signal " << run.signal << ": " << run.err.substr(0, 500);
  std::printf("%-12s %5.1f s\n", file.name, run.cpu_seconds);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LongFiles, testing::ValuesIn(long_files()),
                         [](const auto& file) { return file.param.name; });

}  // namespace
}  // namespace mannequin::test
