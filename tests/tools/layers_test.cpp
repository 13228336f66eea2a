// make_layers must reproduce the pictures of assets/layers/, bit for bit; and layers.json, if a viewer's
// folder is available.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "engine/io/file.h"
#include "tests/own_folder.h"
#include "tests/shared_files.h"

namespace mannequin {
namespace {

TEST(MakeLayers, MakesTheAssetsAgainBitForBit) {
  const auto program = std::filesystem::path(MANNEQUIN_PROGRAM).parent_path() / "make_layers";
  const auto assets = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "assets";
  const std::filesystem::path folder = test::own_folder(), character = test::shared_path("viewer-character");
  const bool has_character = std::filesystem::exists(character);
  const std::string command = program.string() + " " + folder.string() +
                              (has_character ? " " + character.string() : "") + " > /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const auto again = io::read_file(entry.path());
    const auto asset = io::read_file(name == "layers.json" ? assets / name : assets / "layers" / name);
    ASSERT_TRUE(again && asset) << name;
    EXPECT_TRUE(*again == *asset) << "make_layers and assets/ differ in " << name << ": run make_layers";
    ++compared;
  }
  const auto kept = std::distance(std::filesystem::directory_iterator(assets / "layers"), {});
  EXPECT_EQ(compared, static_cast<std::size_t>(kept) + (has_character ? 1 : 0))
      << "a file that nothing makes";
}

}  // namespace
}  // namespace mannequin
