// A folder that no other test uses: ctest runs tests in parallel.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace mannequin::test {

// Named after the running test; there, and empty at each call.
inline std::filesystem::path own_folder() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test.test_suite_name()) + "_" + test.name();
  std::ranges::replace(name, '/', '_');
  auto folder = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace mannequin::test
