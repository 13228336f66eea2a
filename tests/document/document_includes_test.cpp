// The document works without a window: nothing that it includes, directly or indirectly, contains graphics or
// interface code.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace mannequin::document {
namespace {

// Of the project, with a file that includes it.
using Included = std::map<std::string, std::string>;

void follow(const std::filesystem::path& root, const std::string& file, Included& seen,
            std::vector<std::string>& graphics) {
  static const std::regex include(R"re(^\s*#\s*include\s+(["<])([^">]+)[">])re");
  static const std::regex is_graphics("(glad|EGL|GL|GLES\\d?|vulkan|SDL2?|backends)/.*|gl\\.h|SDL.*|imgui.*");
  std::ifstream text(root / file);
  ASSERT_TRUE(text) << file << ", included by " << seen[file];
  std::smatch match;
  for (std::string line; std::getline(text, line);) {
    if (!std::regex_search(line, match, include)) continue;
    const std::string name = match[2];
    if (std::regex_match(name, is_graphics) || name.starts_with("engine/gpu/") ||
        name.starts_with("tools/preview/") || name.find("/gl/") != std::string::npos ||
        name.find("/vulkan/") != std::string::npos)
      graphics.push_back(file + " includes " + name);
    else if (match[1] == "\"" && seen.emplace(name, file).second)
      follow(root, name, seen, graphics);
  }
}

TEST(DocumentIncludes, NeitherGraphicsNorInterface) {
  const std::filesystem::path root = MANNEQUIN_SOURCE_DIR;
  Included seen;
  std::vector<std::string> graphics;
  for (const auto& entry : std::filesystem::directory_iterator(root / "tools/document")) {
    const std::string file = std::filesystem::relative(entry.path(), root).string();
    if (seen.emplace(file, "nothing").second) follow(root, file, seen, graphics);
  }
  EXPECT_GT(seen.size(), 40u);
  for (const std::string& each : graphics) ADD_FAILURE() << each;
}

}  // namespace
}  // namespace mannequin::document
