// Runs the program as a child process with measured memory and time.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace mannequin::test {

struct LimitedRun {
  int exit_code = -1;  // -1: a signal ended it
  int signal = 0;      // 0: none; what a checker reports counts as SIGABRT, whatever its exit code
  std::size_t peak_bytes = 0;
  double cpu_seconds = 0.0;
  std::string out, err;
};

struct RunLimits {
  double cpu_seconds = 60.0;      // then the child is ended
  unsigned wall_seconds = 300;    // then, too, by SIGALRM: it waits for something that never comes
  std::size_t address_bytes = 0;  // of address space; 0: any
  std::size_t file_bytes = 0;     // that a file may grow to; 0: any
};

// MANNEQUIN_PROGRAM with these arguments, no shell between, in `folder`, with nothing to read.
LimitedRun run_limited(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       const RunLimits& limits = {});

// Runs a call in a separate process, which exits with the returned code; keeps what it writes to `err`.
LimitedRun run_limited(const std::function<int(std::FILE* err)>& call, const std::filesystem::path& folder,
                       const RunLimits& limits = {});

// Whether the program is built with a checker, whose own memory and time are no measure.
bool program_is_checked();

}  // namespace mannequin::test
