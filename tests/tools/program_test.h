// Runs the program as scripts do, in a folder of the test's own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "engine/io/embedded.h"
#include "engine/io/file.h"

namespace mannequin::test {

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() / (std::string("mannequin_") + test.test_suite_name() +
                                                        "_" + test.name() + "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Runs a shell's command line in the test's own folder, for which "@" stands; returns its exit code.
  int shell(std::string command) const {
    for (std::size_t at; (at = command.find('@')) != std::string::npos;)
      command.replace(at, 1, folder_.string() + "/");
    const int status = std::system(("cd " + folder_.string() + " && " + command).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // The program with these arguments, likewise. `piped`: a file that comes through a pipe as its input.
  Outcome run(const std::string& arguments, const std::string& piped = "") const {
    Outcome outcome;
    outcome.exit_code = shell((piped.empty() ? "" : "cat " + piped + " | ") + MANNEQUIN_PROGRAM + " " +
                              arguments + " >@out 2>@err" + (piped.empty() ? " </dev/null" : ""));
    outcome.out = read("out");
    outcome.err = read("err");
    return outcome;
  }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // The built-in body as a file.
  void write_body(const std::string& name) const {
    write(name, io::as_text(embedded_asset("mannequin.glb")));
  }

  std::filesystem::path folder_;
};

}  // namespace mannequin::test
