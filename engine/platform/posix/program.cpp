#include "engine/platform/program.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace mannequin {

std::vector<std::string> start_program(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);
  return {argv + 1, argv + argc};
}

bool errors_are_watched() { return ::isatty(STDERR_FILENO) != 0; }

std::filesystem::path home_folder() {
  const char* const home = std::getenv("HOME");
  return home != nullptr ? home : "";
}

}  // namespace mannequin
