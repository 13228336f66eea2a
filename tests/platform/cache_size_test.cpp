#include "engine/platform/cache_size.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/own_folder.h"

namespace mannequin {
namespace {

namespace fs = std::filesystem;

void describe(const fs::path& folder, int index, const char* level, const char* type, const char* size) {
  const fs::path cache = folder / ("index" + std::to_string(index));
  fs::create_directories(cache);
  std::ofstream(cache / "level") << level << '\n';
  std::ofstream(cache / "type") << type << '\n';
  std::ofstream(cache / "size") << size << '\n';
}

TEST(CacheSize, IsAsTheSystemDescribesIt) {
  const fs::path folder = test::own_folder();
  describe(folder, 0, "1", "Data", "48K");
  describe(folder, 1, "1", "Instruction", "32K");
  describe(folder, 2, "2", "Unified", "2048K");
  describe(folder, 3, "3", "Unified", "32M");
  const CacheSizes sizes = cache_sizes(folder.string());
  EXPECT_EQ(sizes.first, std::size_t{48} << 10);
  EXPECT_EQ(sizes.second, std::size_t{2} << 20);
  EXPECT_EQ(sizes.last, std::size_t{32} << 20);
}

TEST(CacheSize, NonsenseCountsAsNothingSaid) {
  const fs::path folder = test::own_folder();
  const CacheSizes without = cache_sizes((folder / "nothing").string());
  describe(folder, 0, "1", "Data", "99999999999999999999K");
  describe(folder, 1, "2", "Unified", "many");
  const CacheSizes sizes = cache_sizes(folder.string());
  EXPECT_EQ(sizes.first, without.first);
  EXPECT_EQ(sizes.second, without.second);
}

// A virtual machine may hide the description; the C library then takes the caches of all cores for one.
TEST(CacheSize, WithoutADescriptionTheLastOneIsNotThatOfAllCores) {
  const CacheSizes sizes = cache_sizes((test::own_folder() / "nothing").string());
  EXPECT_LE(sizes.last, std::size_t{32} << 20);
}

TEST(CacheSize, ThereIsAlwaysALastOne) { EXPECT_GE(last_cache_bytes(), std::size_t{128} << 10); }

}  // namespace
}  // namespace mannequin
