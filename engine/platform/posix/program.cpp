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

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return true;
  return false;
}

void leave_own_console() {}
void let_own_console_be_read() {}

std::filesystem::path home_folder() {
  const char* const home = std::getenv("HOME");
  return home != nullptr ? home : "";
}

}  // namespace mannequin
