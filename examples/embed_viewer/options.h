// The command line that both viewers understand.
#pragma once

#include <stdexcept>
#include <string>

struct Options {
  std::string clips;             // a folder; empty: dances that are made up
  std::string screenshot;        // of the last frame; empty: none
  int avatars = 50, frames = 0;  // 0: until the window is closed
  bool help = false;
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws UsageError.
Options read_options(int argc, char** argv);
std::string usage(const char* program);
