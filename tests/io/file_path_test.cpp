// What programs pass as the path of a file.
#include "engine/io/file_path.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/io/file.h"
#include "tests/own_folder.h"

namespace mannequin::io {
namespace file_path_test {

namespace fs = std::filesystem;

FilePath::Native native(const FilePath& path) { return path.native(); }

TEST(FilePath, HoldsTheSameNameFromPathsAndText) {
  const fs::path path = fs::path(u8"Größe") / u8"体.dae";
  const std::string text = "Größe/体.dae";
  EXPECT_EQ(native(path), path.native());
  EXPECT_EQ(native("Größe/体.dae"), path.native());
  EXPECT_EQ(native(text.c_str()), path.native());
  EXPECT_EQ(native(text), path.native());
  EXPECT_EQ(native(std::string_view(text + "?").substr(0, text.size())), path.native());
  EXPECT_EQ(native(u8"Größe/体.dae"), path.native());
  EXPECT_EQ(native(std::u8string(u8"Größe/体.dae")), path.native());
  EXPECT_EQ(native(fs::directory_entry(path)), path.native());
  const FilePath copy = FilePath(path);
  EXPECT_EQ(native(copy), path.native());
  EXPECT_EQ(native({}), fs::path().native());
}

TEST(FilePath, IsNotMadeOfAnythingElse) {
  EXPECT_FALSE((std::is_convertible_v<std::nullptr_t, FilePath>));
  EXPECT_FALSE((std::is_convertible_v<int, FilePath>));
  EXPECT_FALSE((std::is_convertible_v<Bytes, FilePath>));
  EXPECT_FALSE((std::is_convertible_v<std::vector<std::string>, FilePath>));
}

TEST(FilePath, KeepsANameWhatItsBytesMean) {
  const std::string latin =
                        "Gr\xf6\xdf"
                        "e.dae",
                    cut("a.dae\0.json", 11);
  EXPECT_EQ(native(fs::path(cut)), fs::path(cut).native());
  EXPECT_EQ(native(cut), fs::path(cut).native());
#ifndef _WIN32
  EXPECT_EQ(native(latin), latin);
  const fs::path folder = test::own_folder();
  ASSERT_TRUE(write_file(folder / latin, std::string_view("found")));
  const auto bytes = read_file((folder / latin).string());
  ASSERT_TRUE(bytes) << bytes.error().message();
  EXPECT_EQ(as_text(*bytes), "found");
#endif
}

}  // namespace file_path_test
}  // namespace mannequin::io
