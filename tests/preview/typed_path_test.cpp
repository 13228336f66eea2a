// The meaning and completion of typed or pasted paths.
#include "tools/preview/panels/files/typed_path.h"

#include <gtest/gtest.h>

#include "engine/io/file.h"
#include "tests/own_folder.h"

namespace mannequin::preview {
namespace {

TEST(TypedPath, IsWithoutQuotesBlanksAndScheme) {
  EXPECT_EQ(typed_path("  /a b/c.dae\n"), "/a b/c.dae");
  EXPECT_EQ(typed_path("\"/a b/c.dae\""), "/a b/c.dae");
  EXPECT_EQ(typed_path("'/a b/c.dae'"), "/a b/c.dae");
  EXPECT_EQ(typed_path("file:///a%20b/%C3%A4.dae"), "/a b/\u00e4.dae");
  EXPECT_EQ(typed_path("file://localhost/a.dae"), "/a.dae");
  EXPECT_EQ(typed_path("/50%/a%zz.dae"), "/50%/a%zz.dae");
  EXPECT_EQ(typed_path("\""), "\"");
  EXPECT_EQ(typed_path(""), "");
}

class FolderEntries : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::own_folder();
    std::filesystem::create_directories(folder_ / "skirts");
    for (const char* name : {"shirt.dae", "shoes.GLB", "notes.doc", ".hidden.dae", "skirts/a.dae"})
      ASSERT_TRUE(io::write_file(folder_ / name, std::string_view("x")));
  }
  std::vector<std::string> names(const std::string& text) const {
    std::vector<std::string> list;
    for (const FolderEntry& entry : folder_entries(text)) list.push_back(entry.name);
    return list;
  }
  std::filesystem::path folder_;
};

TEST_F(FolderEntries, AreFoldersAndFilesThatCanBeOpened) {
  const std::string folder = folder_.string() + '/';
  EXPECT_EQ(names(folder), (std::vector<std::string>{"skirts", "shirt.dae", "shoes.GLB"}));
  EXPECT_EQ(names(folder + "sh"), (std::vector<std::string>{"shirt.dae", "shoes.GLB"}));
  EXPECT_EQ(names("file://" + folder + "shi"), std::vector<std::string>{"shirt.dae"});
  EXPECT_EQ(names(folder + ".h"), std::vector<std::string>{".hidden.dae"});
  EXPECT_TRUE(names(folder + "x").empty());
  EXPECT_TRUE(names(folder + "none/").empty());
}

TEST_F(FolderEntries, CompleteWhatIsTyped) {
  const std::string folder = folder_.string() + '/';
  const auto completed = [&](const std::string& rest) {
    return completion(folder + rest, folder_entries(folder + rest));
  };
  EXPECT_EQ(completed("shi"), folder + "shirt.dae");
  EXPECT_EQ(completed("sk"), folder + "skirts/");
  EXPECT_EQ(completed("sh"), "") << "they go on differently";
  EXPECT_EQ(completed("x"), "");
  EXPECT_EQ(completed("shirt.dae"), "") << "nothing is missing";
}

}  // namespace
}  // namespace mannequin::preview
