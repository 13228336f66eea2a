// Every command with less and less memory: it reports that and exits, without being killed by a signal.
#include <gtest/gtest.h>
#include <unistd.h>

#include <regex>
#include <set>
#include <sstream>

#include "engine/io/file.h"
#include "tests/hostile/limited_run.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

struct LowMemoryCall {
  std::vector<std::string> words;  // the command first
  const char* file = "";  // that it reads, which a message names where the file is what takes the memory
};

std::vector<LowMemoryCall> calls() {
  std::vector<LowMemoryCall> all = {
      {{"inspect", "body.glb"}, "body.glb"},
      {{"check", "body.glb"}, "body.glb"},
      {{"skin", "body.glb", "-o", "out.glb"}, "body.glb"},
      {{"convert", "body.glb", "out.dae"}, "body.glb"},
      {{"verify", "body.glb"}, "body.glb"},
      {{"joints", "--set", "33=1"}},
      {{"sliders"}},
      {{"effects", "body.glb"}, "body.glb"},
      {{"fit", "--body", "body.glb", "--garment", "top.glb", "--sweep", "plan.json"}, "body.glb"},
      {{"bind", "box.obj", "-o", "out.glb"}, "box.obj"},
      {{"rebase", "body.glb", "--set", "33=1", "-o", "out.glb"}, "body.glb"},
      {{"unbind", "body.glb", "-o", "out.obj"}, "body.glb"},
      {{"freeze", "body.glb", "-o", "out.obj"}, "body.glb"},
      {{"fit-shape", "joints.json", "-o", "me.json"}, "joints.json"},
      {{"mend", "top.glb", "--body", "body.glb", "--sweep", "plan.json", "-o", "out.glb"}, "top.glb"},
      {{"bake", "-o", "baked"}},
      {{"preview", "--screenshot", "out.png", "--size", "64x64"}},
  };
  const auto viewer = shared_path("viewer-character");
  if (std::filesystem::exists(viewer / "avatar_head.llm"))
    all.push_back({{"deform", "top.glb", "--character", viewer.string(), "-o", "out.glb"}, "top.glb"});
  return all;
}

class LowMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (program_is_checked()) GTEST_SKIP() << "checkers take terabytes of addresses";
    folder_ = std::filesystem::temp_directory_path() / ("mannequin_memory_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    const auto assets = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "assets";
    std::filesystem::copy_file(assets / "mannequin.glb", folder_ / "body.glb");
    std::filesystem::copy_file(assets / "top.glb", folder_ / "top.glb");
    ASSERT_EQ(run_limited({"unbind", "body.glb", "-o", "box.obj"}, folder_).exit_code, 0);
    const LimitedRun joints = run_limited({"joints", "--json"}, folder_);
    ASSERT_TRUE(io::write_file(folder_ / "joints.json", joints.out));
    ASSERT_TRUE(io::write_file(folder_ / "plan.json", R"({"schema": 1, "random": 2, "seed": 1})"));
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  std::filesystem::path folder_;
};

TEST_F(LowMemory, EveryCommandSaysSo) {
  // Small commands need little more than the program itself: small steps until the first lacks memory.
  constexpr double kEnough = 2e9, kStep = 1.15, kSmallStep = 1.01;
  double least =
      60e6;  // what the program needs to begin, the same for every command, once the first has found it
  for (const LowMemoryCall& call : calls()) {
    const std::string& command = call.words.front();
    std::size_t said = 0, named = 0;
    bool begun = false, done = false;
    for (double bytes = least; bytes < kEnough && !done; bytes *= begun && said == 0 ? kSmallStep : kStep) {
      RunLimits limits;
      limits.address_bytes = static_cast<std::size_t>(bytes);
      const LimitedRun run = run_limited(call.words, folder_, limits);
      // The system had no room to begin the program, or a library none to begin itself: Highway's throws
      // before main() then.
      if (run.exit_code == 127 || run.err.find("error while loading") != std::string::npos ||
          (said == 0 && run.err.starts_with("terminate called without an active exception")))
        continue;
      if (!begun) {
        begun = true;
        bytes /= kStep;  // the last that was too little for that
        least = bytes;
        bytes /= kSmallStep;
        continue;
      }
      // Drivers of OpenGL do not survive it, or say that there is no OpenGL.
      if (command == "preview" && (run.signal != 0 || run.exit_code == 4 || run.exit_code == 2)) continue;
      ASSERT_EQ(run.signal, 0) << command << " with " << bytes << ": " << run.err;
      done = run.exit_code == 0 || run.exit_code == 1;
      if (done) break;
      EXPECT_EQ(run.exit_code, 3) << command << " with " << bytes << ": " << run.err;
      EXPECT_NE(run.err.find("not enough memory"), std::string::npos) << command << ": " << run.err;
      ++said;
      named += *call.file != '\0' && run.err.find(call.file) != std::string::npos;
    }
    EXPECT_TRUE(done || command == "preview") << command;
    EXPECT_GE(said, command == "preview" ? 0u : 1u) << command;
    std::printf("%-10s %zu times too little, %zu times the file named\n", command.c_str(), said, named);
  }
}

TEST_F(LowMemory, TheFileThatTakesItIsNamed) {
  const std::string huge(60'000'000, ' ');  // which JSON allows
  ASSERT_TRUE(io::write_file(folder_ / "large.gltf", "{\"asset\":{\"version\":\"2.0\"}" + huge + "}"));
  for (const std::vector<std::string>& call : {std::vector<std::string>{"inspect", "large.gltf"},
                                               {"check", "large.gltf"},
                                               {"verify", "large.gltf"}}) {
    RunLimits limits;
    limits.address_bytes = 140'000'000;
    const LimitedRun run = run_limited(call, folder_, limits);
    EXPECT_EQ(run.exit_code, 3) << call.front() << ": " << run.err;
    EXPECT_NE(run.err.find("large.gltf: not enough memory"), std::string::npos)
        << call.front() << ": " << run.err;
  }
}

TEST_F(LowMemory, NoCommandIsLeftOut) {
  std::set<std::string> tried = {"deform"};  // it needs a viewer's folder
  for (const LowMemoryCall& call : calls()) tried.insert(call.words.front());
  std::istringstream help(run_limited({"--help"}, folder_).out);
  const std::regex subcommand(R"(^  ([a-z][a-z-]*) {2,}\S.*)");
  bool listed = false;
  std::size_t commands = 0;
  for (std::string line; std::getline(help, line);) {
    listed |= line == "Subcommands:";
    std::smatch name;
    if (!listed || !std::regex_match(line, name, subcommand)) continue;
    ++commands;
    EXPECT_TRUE(tried.contains(name[1])) << name[1];
  }
  EXPECT_GE(commands, 18u);
}

}  // namespace
}  // namespace mannequin::test
