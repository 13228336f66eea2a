// Reads files next to the project in ../shared; tests skip, by name, what is missing.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace mannequin::test {

inline std::filesystem::path shared_path(const std::string& relative) {
  return std::filesystem::path(MANNEQUIN_SOURCE_DIR) / ".." / "shared" / relative;
}

// Parses a .json or .json.gz file.
nlohmann::json read_json(const std::filesystem::path& path);

}  // namespace mannequin::test

#define MANNEQUIN_NEEDS_SHARED(relative)                                \
  if (!std::filesystem::exists(mannequin::test::shared_path(relative))) \
  GTEST_SKIP() << "../shared/" << (relative) << " is not there"
