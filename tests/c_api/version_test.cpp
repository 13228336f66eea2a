// The library reports the project's version.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "mannequin/c_api.h"

namespace {

TEST(CApiVersion, IsTheProjects) {
  std::ifstream file(std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "CMakeLists.txt");
  std::stringstream text;
  text << file.rdbuf();
  const std::string content = text.str();
  std::smatch match;
  ASSERT_TRUE(
      std::regex_search(content, match, std::regex(R"(project\(mannequin VERSION (\d+)\.(\d+)\.(\d+))")));
  const auto number = [&](std::size_t part) { return static_cast<std::uint32_t>(std::stoul(match[part])); };
  EXPECT_EQ(std::uint32_t{MANNEQUIN_VERSION}, mannequin_version());
  EXPECT_EQ(mannequin_version(), number(1) * 10000 + number(2) * 100 + number(3));
}

}  // namespace
