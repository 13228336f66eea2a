// An engine folder includes only folders that precede it in the table of engine/README.md; the same holds for
// the window's folders.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace mannequin {
namespace {

const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::set<std::string> base = {"core", "math", "platform"};
  static const auto with = [](std::set<std::string> more) {
    more.insert(base.begin(), base.end());
    return more;
  };
  static const std::map<std::string, std::set<std::string>> table = {
      {"platform", {"platform"}},
      {"core", {"core", "platform"}},
      {"math", {"math"}},
      {"skeleton", with({"skeleton"})},
      {"appearance", with({"skeleton", "appearance"})},
      {"animation", with({"skeleton", "animation"})},
      {"mesh", with({"skeleton", "mesh"})},
      {"rig", with({"skeleton", "mesh", "rig"})},
      {"skinning", with({"skeleton", "mesh", "skinning", "gpu"})},
      {"avatar", with({"skeleton", "appearance", "animation", "mesh", "skinning", "avatar"})},
      {"motion",
       with({"skeleton", "appearance", "animation", "mesh", "skinning", "avatar", "bounds", "motion"})},
      {"bounds", with({"skeleton", "mesh", "bounds"})},
      {"fit",
       with({"skeleton", "appearance", "animation", "mesh", "skinning", "avatar", "layers", "bind", "fit"})},
      {"bind", with({"skeleton", "mesh", "bind"})},
      {"layers", with({"skeleton", "appearance", "mesh", "layers", "gpu"})},
      {"gpu", {"core", "gpu", "platform"}},
      {"c_api", with({"skeleton", "appearance", "animation", "mesh", "skinning", "avatar", "bounds", "motion",
                      "gpu", "bind", "layers", "fit", "io", "wear", "c_api"})},
      {"io", with({"skeleton", "appearance", "animation", "mesh", "rig", "bind", "fit", "layers", "io"})},
      {"wear", with({"skeleton", "appearance", "mesh", "avatar", "layers", "fit", "io", "wear"})},
  };
  return table;
}

TEST(IncludeOrder, EveryFolderSeesOnlyThoseBeforeIt) {
  const std::filesystem::path engine = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "engine";
  const std::regex include(R"re(^\s*#include\s+"([a-z_]+)/([a-z_]+)/.*")re");
  const std::regex api(R"re(^\s*#include\s+<(glad|EGL|GL|vulkan)/)re");
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(engine)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string folder = std::filesystem::relative(entry.path(), engine).begin()->string();
    ASSERT_TRUE(allowed().count(folder)) << "engine/" << folder << " is not in the table";
    std::ifstream file(entry.path());
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
      if (std::regex_search(line, api)) {
        EXPECT_TRUE(folder == "gpu" || entry.path().string().find("/gl/") != std::string::npos ||
                    entry.path().string().find("/vulkan/") != std::string::npos)
            << entry.path() << ": " << line << ": graphics headers belong under gpu/, gl/ and vulkan/";
      }
      if (!std::regex_search(line, match, include)) continue;
      ++seen;
      EXPECT_EQ(match[1], "engine") << entry.path() << ": " << line
                                    << ": the engine includes nothing outside itself";
      EXPECT_TRUE(allowed().at(folder).count(match[2])) << entry.path() << ": " << line;
      const bool graphics = match[2] == "gpu";
      const std::string name = entry.path().string();
      if (graphics && folder == "skinning") {
        EXPECT_TRUE(name.find("/gl/") != std::string::npos || name.find("/vulkan/") != std::string::npos)
            << name << ": graphics belong under gl/ and vulkan/";
      }
    }
  }
  EXPECT_GT(seen, 50u);
}

// What only one system has is called in one folder, so that another system needs another folder and nothing
// else.
TEST(IncludeOrder, SystemsAreCalledInOneFolder) {
  const std::filesystem::path engine = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "engine";
  const std::regex system(
      R"re(^\s*#\s*include\s+<(unistd|fcntl|dlfcn|poll|pthread|sched|signal|termios|sys/|linux/|windows|emscripten)[^>]*>)re");
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(engine)) {
    const std::string name = std::filesystem::relative(entry.path(), engine).generic_string();
    if (!entry.is_regular_file() || name.rfind("platform/", 0) == 0) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);)
      if (std::regex_search(line, system)) found.insert(name);
  }
  EXPECT_EQ(found, std::set<std::string>());
}

// Every source of a host includes mannequin.h: what takes long to compile, and is needed by few, stays out.
TEST(IncludeOrder, MannequinHeaderBringsNothingSlow) {
  const std::filesystem::path root = MANNEQUIN_SOURCE_DIR;
  const std::regex own(R"re(^\s*#include\s+"([^"]+)")re");
  const std::regex slow(
      R"re(^\s*#include\s+<(algorithm|chrono|filesystem|fstream|future|iostream|locale|ranges|regex|sstream|thread)>)re");
  std::set<std::string> seen;
  std::vector<std::string> left = {"include/mannequin/mannequin.h"};
  while (!left.empty()) {
    const std::string name = left.back();
    left.pop_back();
    if (!seen.insert(name).second) continue;
    std::ifstream file(root / name);
    ASSERT_TRUE(file) << name;
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
      EXPECT_FALSE(std::regex_search(line, slow)) << name << ": " << line;
      if (std::regex_search(line, match, own)) left.push_back(match[1]);
    }
  }
  EXPECT_GT(seen.size(), 50u);
}

// A folder of the window includes only folders that come before it in this list, so that a panel can be
// changed without the rest.
TEST(IncludeOrder, NoArrowLeadsBackUpInTheWindow) {
  const std::filesystem::path preview = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "tools/preview";
  const std::vector<std::string> order = {"platform",        "platform/posix", "platform/windows",
                                          "render",          "view",           "panels/shared",
                                          "panels/files",    "panels/joints",  "panels/worn",
                                          "panels/sliders",  "panels/pose",    "panels/bind",
                                          "panels/fit",      "panels/compare", "panels/navigation",
                                          "panels/overlay",  "panels/help",    "panels/columns",
                                          "panels/commands", "panels/frame",   "."};
  const auto place = [&](const std::filesystem::path& file) {
    const std::string folder = std::filesystem::relative(file.parent_path(), preview).generic_string();
    const auto found = std::ranges::find(order, folder);
    EXPECT_NE(found, order.end()) << "tools/preview/" << folder << " is not in the list";
    return found - order.begin();
  };
  const std::regex include(R"re(^\s*#include\s+"(tools/preview/[^"]+)")re");
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(preview)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream file(entry.path());
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
      if (!std::regex_search(line, match, include)) continue;
      ++seen;
      EXPECT_LE(place(std::filesystem::path(MANNEQUIN_SOURCE_DIR) / match[1].str()), place(entry.path()))
          << entry.path() << ": " << line;
    }
  }
  EXPECT_GT(seen, 100u);
}

}  // namespace
}  // namespace mannequin
