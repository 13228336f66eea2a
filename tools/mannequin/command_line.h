// CLI11, which makes paths of arguments, as UTF-8.
#pragma once

#include <filesystem>
#include <string>

#include "engine/platform/path.h"

namespace CLI::detail {
// Found before CLI11's own for all that text can be assigned to.
inline bool lexical_cast(const std::string& input, std::filesystem::path& output) {
  output = mannequin::path_of_utf8(input);
  return true;
}
}  // namespace CLI::detail

#include <CLI/CLI.hpp>
