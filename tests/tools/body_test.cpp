// make_body must give assets/mannequin.glb again, bit for bit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "engine/io/file.h"

namespace mannequin {
namespace {

TEST(MakeBody, MakesTheAssetAgainBitForBit) {
  const auto program = std::filesystem::path(MANNEQUIN_PROGRAM).parent_path() / "make_body";
  const auto made = std::filesystem::temp_directory_path() / "mannequin_make_body_test.glb";
  const std::string command = "'" + program.string() + "' '" + made.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto again = io::read_file(made);
  const auto asset = io::read_file(std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "assets/mannequin.glb");
  std::filesystem::remove(made);
  ASSERT_TRUE(again && asset);
  EXPECT_TRUE(*again == *asset)
      << "make_body and assets/mannequin.glb differ: run make_body assets/mannequin.glb";
}

}  // namespace
}  // namespace mannequin
