// make_body must reproduce the .glb files of assets/, bit for bit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "engine/io/file.h"

namespace mannequin {
namespace {

TEST(MakeBody, MakesTheAssetsAgainBitForBit) {
  const auto program = std::filesystem::path(MANNEQUIN_PROGRAM).parent_path() / "make_body";
  const auto folder = std::filesystem::temp_directory_path() / "mannequin_make_body_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const std::string command = "'" + program.string() + "' '" + folder.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::set<std::string> made, kept;
  for (const auto& file : std::filesystem::directory_iterator(folder)) made.insert(file.path().filename());
  const auto assets = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "assets";
  for (const auto& file : std::filesystem::directory_iterator(assets))
    if (file.path().extension() == ".glb") kept.insert(file.path().filename());
  EXPECT_EQ(made, kept);
  for (const std::string& name : kept) {
    const auto again = io::read_file(folder / name), asset = io::read_file(assets / name);
    ASSERT_TRUE(again && asset) << name;
    EXPECT_TRUE(*again == *asset) << "make_body and assets/" << name << " differ: run make_body assets";
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mannequin
