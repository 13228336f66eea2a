// The table of limits in engine/io/README.md agrees with the sources.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace mannequin {
namespace limits_test {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// "1000", "4'000'000", "1e6", "1e4f", "1 << 16", "std::size_t{8} << 20"; NaN for anything else.
double value_of(std::string expression) {
  std::erase(expression, '\'');
  std::smatch part;
  if (std::regex_match(expression, part, std::regex(R"(\s*(?:std::size_t\{)?(\d+)\}? << (\d+)\s*)")))
    return std::ldexp(std::stod(part[1]), std::stoi(part[2]));
  if (std::regex_match(expression, std::regex(R"(\s*[0-9.]+(e\d+)?f?\s*)"))) return std::stod(expression);
  return std::nan("");
}

TEST(IoLimits, AreThoseOfTheSources) {
  const std::filesystem::path folder = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "engine/io";
  const std::string readme = text_of(folder / "README.md");
  const std::regex row(R"re(\n\|[^|\n]*\|[^|\n]*\| (\d+) \| `(k\w+)` in `([\w/.]+)` \|)re");
  std::size_t rows = 0;
  for (std::sregex_iterator at(readme.begin(), readme.end(), row), end; at != end; ++at, ++rows) {
    const std::string name = (*at)[2], file = (*at)[3], source = text_of(folder / file);
    std::smatch found;
    ASSERT_TRUE(std::regex_search(source, found, std::regex("constexpr [\\w:]+ " + name + " = ([^;]+);")))
        << name << " is not in " << file;
    EXPECT_EQ(value_of(found[1]), std::stod((*at)[1])) << name << " in " << file << " is " << found[1];
  }
  EXPECT_GT(rows, 20u);
}

// A limit that is missing from the table would not be found.
TEST(IoLimits, AreAllInTheTable) {
  const std::filesystem::path folder = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "engine/io";
  const std::string readme = text_of(folder / "README.md");
  // Not of a reader, or not about size: those of writers, and how words are distinguished from names.
  const std::string others = " kMaxName kMaxFileLength kMaxWordsInName kMax ";
  const std::regex limit(R"re(constexpr [\w:]+ (kMax\w*|kFree\w*) =)re");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    const std::string source = text_of(entry.path());
    for (std::sregex_iterator at(source.begin(), source.end(), limit), end; at != end; ++at) {
      const std::string name = (*at)[1];
      if (others.find(" " + name + " ") != std::string::npos) continue;
      const std::string file = std::filesystem::relative(entry.path(), folder).generic_string();
      EXPECT_NE(readme.find("`" + name + "` in `" + file + "`"), std::string::npos)
          << name << " in " << file << " belongs into the table of engine/io/README.md";
    }
  }
}

}  // namespace limits_test
}  // namespace mannequin
